// main.ts: entry point of the page.
import { mount } from 'svelte';
import App from './App.svelte';
import { prepareTable } from './engine/local';
import { settings } from './lib/settings.svelte';
import { setLanguage } from './lib/words.svelte';
import './theme.css';
import './lib/art/art.css';

await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });

// Modules that are not needed for the first screen are loaded after it.
function prepare(): void {
    prepareTable();
    if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
}

if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 2000 });
else setTimeout(prepare, 300);
