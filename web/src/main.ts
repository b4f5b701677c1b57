import { mount } from 'svelte';
import App from './App.svelte';
import { keepOffline } from './local/offline.ts';
import './style.css';

mount(App, { target: document.body });
// Without it the page works all the same, as long as there is a network.
if (import.meta.env.MODE === 'static') keepOffline().catch(() => {});
