// Entry of the public pages in the server's build. The back office is React Router's build (`entry.server.tsx`),
// which the server loads apart.
export { version } from 'virtual:browser-script';
export { documentPatterns, preloadDocument, renderDocument } from './site/document.tsx';
export { default as serviceWorkerRemoval } from './site/serviceWorker/removal.ts?script';
export { default as serviceWorker } from './site/serviceWorker/serviceWorker.ts?script';
