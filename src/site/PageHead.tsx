import type { ReactNode } from 'react';

/** Pictures that `demo/art/brand.mjs` draws for heads, in `public/brand`. */
export type HeadPicture =
  | 'acessibilidade'
  | 'ajuda'
  | 'busca'
  | 'candidatura'
  | 'contato'
  | 'filiais'
  | 'lista'
  | 'lojas'
  | 'perdido'
  | 'privacidade'
  | 'receitas'
  | 'sobre'
  | 'vagas';

/** Renders a picture beside a head's title. Lazy, because narrow windows hide it and need not load it. */
export const HeadArt = ({ name }: { name: HeadPicture }) => (
  <img className="ph-art" src={`/brand/${name}.webp`} width="448" height="368" alt="" loading="lazy" />
);

interface Props {
  title: ReactNode;
  text?: ReactNode;
  /** Picture beside the title, on windows with room for it. */
  art?: HeadPicture;
  /** Content beside the title, such as a burst. */
  beside?: ReactNode;
  /** Content under the title and text. */
  children?: ReactNode;
}

/** Renders the head of an inner page: rays, a big title, and a line under it. */
export function PageHead({ title, text, art, beside, children }: Props) {
  return (
    <section className="ph1 rays">
      <div className="wrap">
        <div>
          <h1 className="d1">{title}</h1>
          {text && <p className="lead">{text}</p>}
        </div>
        {art && <HeadArt name={art} />}
        {beside}
        {children}
      </div>
    </section>
  );
}
