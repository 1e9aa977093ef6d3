/** The opening of an inner page: rays, a big title, and a line under it. */
export function PageHead({ title, text }: { title: string; text?: string }) {
  return (
    <section className="ph1 rays">
      <div className="wrap">
        <div>
          <h1 className="d1">{title}</h1>
          {text && <p className="lead">{text}</p>}
        </div>
      </div>
    </section>
  );
}
