import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';

interface Props {
  name: string;
  /** In full, where the server knows the site. The browser puts in the host by which the visitor really came. */
  address: string;
}

export const RecipeShare = ({ name, address }: Props) => (
  <>
    <ShareButton title={name} path={new URL(address).pathname} className="btn-red rshare" />
    <a
      className="btn btn-line"
      href={`https://wa.me/?text=${encodeURIComponent(`${name}\n${address}`)}`}
      data-address={address}
      target="_blank"
      rel="noopener"
    >
      <Icon name="whatsapp" />
      Mandar no WhatsApp
    </a>
  </>
);
