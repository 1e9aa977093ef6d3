import { Picture } from '../../../ui/site/Picture.tsx';
import { DEPARTMENTS } from '../../pricing/offer.types.ts';
import type { PublicOffer } from '../offer.contract.ts';

interface Props {
  offer: Pick<PublicOffer, 'file' | 'department'>;
  sizes: string;
  eager?: boolean;
}

const DEPARTMENT_NAMES = Object.keys(DEPARTMENTS);
const GROUNDS = 4;

/** Renders the picture of an offer or, without one, a placeholder for its department. */
export function OfferPicture({ offer: { file, department }, sizes, eager = false }: Props) {
  if (file) return <Picture file={file} sizes={sizes} alt={file.alt ?? ''} eager={eager} />;
  return (
    <span
      className={`poster rays ground-${DEPARTMENT_NAMES.indexOf(department) % GROUNDS}`}
      aria-hidden="true"
    >
      <b>{DEPARTMENTS[department]}</b>
    </span>
  );
}
