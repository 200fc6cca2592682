// main.ts: the page begins.
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';
import { speak } from './lib/words.svelte';
import './theme.css';
import './lib/art/art.css';

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');

await speak(settings.language);
mount(App, { target: document.getElementById('app')! });
