declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Resolves once the page has loaded and is idle, for work that no visitor waits for. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  await new Promise<unknown>((idle) =>
    'requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 4000 }) : setTimeout(idle, 1500),
  );
}

/** Resolves once the page is visible; a prerendered page may never be. */
export const whenVisible = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.prerendering)
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });

/** Resolves after the first paint, or after 500 ms, so that later requests do not compete with it. */
export const whenPainted = (): Promise<void> =>
  new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
    setTimeout(painted, 500);
  });
