import { Picture } from '../../ui/site/Picture.tsx';
import { shopPage } from '../recordPages.ts';
import type { ShopOnCard } from './shop.selection.ts';

interface Props {
  shop: ShopOnCard;
  /** As deep as the page's outline has it. */
  heading: 'h2' | 'h3';
  /** Its picture becomes the shop's own; not on a shop's page, which has one already. */
  grows?: boolean;
}

export function ShopCard({
  shop: { uuid, name, description, file },
  heading: Heading,
  grows = false,
}: Props) {
  const to = shopPage(uuid);
  return (
    <article className="shop tap">
      <div className={`ph ${grows ? 'vt-card' : ''}`}>
        <Picture
          file={file}
          sizes="(width < 60em) 46vw, (width < 120em) 31vw, 600px"
          alt={file.alt ?? `Fachada da loja ${name}`}
        />
      </div>
      <Heading className="d4">
        <a href={to}>{name}</a>
      </Heading>
      {description && <p className="mut sm">{description}</p>}
    </article>
  );
}
