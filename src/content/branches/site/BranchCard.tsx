import { formatPhone } from '../../../shared/text/phone.ts';
import { Picture } from '../../../ui/site/Picture.tsx';
import { hoursInWords } from '../../openingHours/hoursInWords.ts';
import { branchPage } from '../../recordPages.ts';
import { type ComingSpecialDay, specialLines } from '../../specialDays/placeSpecialDays.ts';
import type { Branch } from '../branch.contract.ts';
import type { ServiceName } from '../services.ts';
import { hasCoordinates } from './nearby.browser.ts';
import { OpenTag } from './OpenTag.tsx';
import { OwnStoreButton } from './OwnStoreButton.tsx';
import { ServicesOnCard } from './ServiceList.tsx';

/** Id of the card's link, to which the dialog returns. */
export const branchAnchor = ({ uuid }: Branch) => `filial-${uuid}`;

interface Props {
  branch: Branch;
  /** Heading level that fits the outline of the page. */
  heading: 'h2' | 'h3';
  /** Query of the list behind the dialog, such as `?cidade=Sobral`. */
  query?: string;
  /** Special days of the branch in the near future. */
  special: readonly ComingSpecialDay[];
  /** Shows the services, the selected service first. */
  services?: { asked: ServiceName | null };
  /** Offers the button that makes this branch the shopper's own store. */
  choice?: boolean;
  /** The card is behind an open dialog, whose picture loads first. */
  behind?: boolean;
}

export function BranchCard(props: Props) {
  const { branch, heading: Heading, special, services, query = '', choice = false, behind = false } = props;
  return (
    <article
      className="br tap"
      data-branch={branch.uuid}
      data-place={hasCoordinates(branch) ? `${branch.latitude} ${branch.longitude}` : undefined}
    >
      <div className="ph">
        {branch.file && (
          <Picture
            file={branch.file}
            sizes="(width < 60em) 82vw, (width < 120em) 48vw, 909px"
            alt={branch.file.alt ?? `Fachada da filial ${branch.name}`}
            late={behind}
          />
        )}
        <OpenTag hours={branch.hours} special={special} zone={branch.time_zone} />
      </div>
      <Heading className="d4">
        <a id={branchAnchor(branch)} href={branchPage(branch.uuid) + query}>
          {branch.name}
        </a>
      </Heading>
      <p>
        <b className="far" />
        {branch.road}, {branch.number} · {branch.city}, {branch.state}
      </p>
      {services && <ServicesOnCard services={branch.services} asked={services.asked} />}
      <p className="told">
        {[
          ...hoursInWords(branch.hours).map(({ days, hours }) => `${days}, ${hours}`),
          ...specialLines(special).map(({ day, hours, reason }) => `${day} (${reason}), ${hours}`),
          ...[branch.phone, branch.phone_secondary].map((phone) => phone && formatPhone(phone)),
        ].join('\n')}
      </p>
      <span className="link" aria-hidden="true">
        Horários e contato
      </span>
      {choice && <OwnStoreButton branch={branch} />}
    </article>
  );
}
