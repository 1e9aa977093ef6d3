declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** When the page has come to rest: what nobody waits for must not be in the way of what somebody does. */
export async function whenAtRest(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  await new Promise<unknown>((idle) =>
    'requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 4000 }) : setTimeout(idle, 1500),
  );
}

/** When somebody sees the page: one that the browser made ready in advance may never be. */
export const whenSeen = (): Promise<void> =>
  new Promise((seen) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', () => seen(), { once: true });
    else seen();
  });

/** When the page has been painted, or would have been long ago: what paints it must not share the line with the rest. */
export const whenPainted = (): Promise<void> =>
  new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
    setTimeout(painted, 500);
  });
