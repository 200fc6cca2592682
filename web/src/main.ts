// main.ts: entry point of the page.
import { mount } from 'svelte';
import App from './App.svelte';
import { prepareTable } from './engine/local';
import { settings } from './lib/settings.svelte';
import { setLanguage } from './lib/words.svelte';
import './theme.css';
import './lib/art/art.css';

const target = document.getElementById('app')!;
try {
    await setLanguage(settings.language);
    mount(App, { target });
} catch (error) {
    /* Without its sentences the page has no words of its own. */
    target.textContent = 'Roundhouse could not be loaded: reload the page. / Rechargez la page.';
    throw error;
}

// Modules that are not needed for the first screen are loaded after it.
function prepare(): void {
    prepareTable();
    if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
}

if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 2000 });
else setTimeout(prepare, 300);
