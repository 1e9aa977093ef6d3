import { Picture } from '../../../ui/site/Picture.tsx';
import { shopPage } from '../../recordPages.ts';
import type { ShopCardData } from '../shop.selection.ts';

interface Props {
  shop: ShopCardData;
  /** Heading level that fits the outline of the page. */
  heading: 'h2' | 'h3';
  /**
   * Whether the picture morphs into the shop's page by a view transition; not on a shop's page, which has one
   * already.
   */
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
