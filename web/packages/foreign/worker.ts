const worker = new Worker(new URL('./thinks.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => (document.querySelector('output')!.textContent = JSON.stringify(data));
