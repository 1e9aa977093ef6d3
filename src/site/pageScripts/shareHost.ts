/** Makes a share link name the host that the visitor used. */
export default function shareOwnHost(link: HTMLElement): void {
  const { address = '' } = link.dataset;
  const own = new URL(new URL(address).pathname, location.origin).href;
  const href = link.getAttribute('href') ?? '';
  link.setAttribute('href', href.replace(encodeURIComponent(address), encodeURIComponent(own)));
}
