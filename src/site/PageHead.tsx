import type { ReactNode } from 'react';

interface Props {
  title: string;
  text?: string;
  /** What stands under the text. */
  children?: ReactNode;
  /** What lies beside it, where there is room: a burst. */
  beside?: ReactNode;
}

/** The opening of an inner page: rays, a big title, and a line under it. */
export function PageHead({ title, text, children, beside }: Props) {
  return (
    <section className="ph1 rays">
      <div className="wrap">
        <div>
          <h1 className="d1">{title}</h1>
          {text && <p className="lead">{text}</p>}
          {children}
        </div>
        {beside}
      </div>
    </section>
  );
}
