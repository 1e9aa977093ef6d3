import { Logo } from '../../../brand/Logo.tsx';

/** Renders a drawing of the card. */
export function CardArt({ back = false }: { back?: boolean }) {
  if (back) return <div className="ccard back" />;
  return (
    <div className="ccard" aria-hidden="true">
      <Logo width={150} />
      <span className="chip" />
      <span className="nm">Seu nome aqui</span>
    </div>
  );
}

/** Renders the link to the card on the home page. */
export function CardShortcut({ whatsapp }: { whatsapp: string | null }) {
  return (
    <a className="cut cut-card" href="/debit-cards">
      <CardArt />
      <h2 className="d2">O cartão da casa</h2>
      <p>{whatsapp ? 'Peça o seu pelo WhatsApp.' : 'Veja o que ele faz por você.'}</p>
    </a>
  );
}
