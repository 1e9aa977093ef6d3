import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  text?: ReactNode;
  /** Content beside the title, such as a burst. */
  beside?: ReactNode;
  /** Content under the title and text. */
  children?: ReactNode;
}

/** Renders the head of an inner page: rays, a big title, and a line under it. */
export function PageHead({ title, text, beside, children }: Props) {
  return (
    <section className="ph1 rays">
      <div className="wrap">
        <div>
          <h1 className="d1">{title}</h1>
          {text && <p className="lead">{text}</p>}
        </div>
        {beside}
        {children}
      </div>
    </section>
  );
}
