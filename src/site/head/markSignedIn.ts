/** Marks the page as signed in: a cached page does not know, but the browser does. */
export function markSignedIn(): void {
  try {
    if (localStorage.getItem('vitrine.token')) document.documentElement.dataset.signedIn = '';
  } catch {}
}
