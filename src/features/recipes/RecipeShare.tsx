import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';

interface Props {
  name: string;
  /** In full, where the server knows the site. */
  address: string;
}

export function RecipeShare({ name, address }: Props) {
  const hydrated = useHydrated();
  const path = new URL(address).pathname;
  // In the browser, on the host by which the visitor really came.
  const message = `${name}\n${hydrated ? new URL(path, window.location.origin).href : address}`;
  return (
    <>
      <ShareButton title={name} path={path} className="btn-red rshare" />
      <a
        className="btn btn-line"
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener"
      >
        <Icon name="whatsapp" />
        Mandar no WhatsApp
      </a>
    </>
  );
}
