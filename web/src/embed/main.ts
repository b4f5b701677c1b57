import '../styles/tokens.css';
import '../styles/base.css';
import './embed.css';
import { mount } from 'svelte';
import { steps } from '../steps.svelte.ts';
import Embed from './Embed.svelte';

steps.areOurs = false;
mount(Embed, { target: document.body });
