import { formatPhone } from '../../ui/phone.ts';
import { Picture } from '../../ui/site/Picture.tsx';
import { type ComingDay, specialLines } from '../exceptions/specialDays.ts';
import { branchPage } from '../recordPages.ts';
import type { Branch } from './branch.contract.ts';
import { hoursInWords } from './hoursInWords.ts';
import { isPlace } from './nearby.browser.ts';
import { OpenTag } from './OpenTag.tsx';
import { OwnStoreButton } from './OwnStoreButton.tsx';
import { ServicesOnCard } from './ServiceList.tsx';
import type { ServiceName } from './services.ts';

/** Of its link, where who has seen it goes on. */
export const anchorOf = ({ uuid }: Branch) => `filial-${uuid}`;

interface Props {
  branch: Branch;
  /** As deep as the page's outline has it. */
  heading: 'h2' | 'h3';
  /** The query of the list that goes on standing behind the detail, such as `?cidade=Sobral`. */
  query?: string;
  /** Its days that are not as usual, in the near future. */
  special: readonly ComingDay[];
  /** Says what it offers, with what was asked for first. */
  services?: { asked: ServiceName | null };
  /** Where one chooses among them, it can become the shopper's own. */
  choice?: boolean;
  /** It stands behind an open dialog, whose picture comes first. */
  behind?: boolean;
}

export function BranchCard(props: Props) {
  const { branch, heading: Heading, special, services, query = '', choice = false, behind = false } = props;
  return (
    <article
      className="br tap"
      data-branch={branch.uuid}
      data-place={isPlace(branch) ? `${branch.latitude} ${branch.longitude}` : undefined}
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
        <a id={anchorOf(branch)} href={branchPage(branch.uuid) + query}>
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
