import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/shared.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepOffline } from './local/offline.ts';
import { remembered } from './memory.ts';
import { isText } from './shapes.ts';

mount(App, { target: document.body });
if (remembered('look', isText)) import('./table/looks.ts').then(({ dress }) => dress()).catch(() => {});
// Without it the page works all the same, as long as there is a network.
if (import.meta.env.MODE === 'static') keepOffline().catch(() => {});
