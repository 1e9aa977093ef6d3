import { Icon } from '../../../ui/Icon.tsx';
import { ShareButton } from '../../../ui/site/facts/ShareButton.tsx';

interface Props {
  name: string;
  /**
   * Absolute address, if the server knows its own. The page script replaces the host by the one that the
   * visitor used.
   */
  address: string;
}

export const RecipeShare = ({ name, address }: Props) => (
  <>
    <ShareButton title={name} path={new URL(address).pathname} className="btn-line rshare" />
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
