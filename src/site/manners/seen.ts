declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** When somebody sees the page: one that the browser made ready in advance may never be. */
export const whenSeen = (): Promise<void> =>
  new Promise((seen) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', () => seen(), { once: true });
    else seen();
  });
