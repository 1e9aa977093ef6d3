import { formatZipCode } from '../../../shared/text/format.ts';
import { callLink, whatsappLink } from '../../../shared/text/phone.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { hasSocial, SocialItems } from '../../../ui/SocialItems.tsx';
import { EmailFact, Fact, PhonesFact } from '../../../ui/site/facts/Fact.tsx';
import { ShareButton } from '../../../ui/site/facts/ShareButton.tsx';
import { Picture, type PictureFile } from '../../../ui/site/Picture.tsx';
import { hoursInWords } from '../../openingHours/hoursInWords.ts';
import { branchPage } from '../../recordPages.ts';
import { type ComingSpecialDay, specialLines } from '../../specialDays/placeSpecialDays.ts';
import type { Branch } from '../branch.contract.ts';
import { branchAnchor } from './BranchCard.tsx';
import { OpenTag } from './OpenTag.tsx';
import { OwnStoreButton } from './OwnStoreButton.tsx';
import { ServiceList } from './ServiceList.tsx';

interface Props {
  branch: Branch;
  /** Special days of the branch in the near future. */
  special: readonly ComingSpecialDay[];
  /** Address of the list behind the dialog, to which the closing link leads. */
  list: string;
}

/** Renders a branch in full, in a dialog that is already open; `branchDialog.ts` makes it modal. */
export function BranchDialog({ branch, special, list }: Props) {
  return (
    <dialog open className="dlg" closedby="any" aria-labelledby="filial">
      <div className="dlg-in">
        <a className="x" href={`${list}#${branchAnchor(branch)}`} aria-label="Fechar">
          <Icon name="x" />
        </a>
        <Gallery branch={branch} />
        <div className="bd">
          <div className="bd-tag">
            <OpenTag hours={branch.hours} special={special} zone={branch.time_zone} />
          </div>
          <h2 className="d2" id="filial">
            {branch.name}
          </h2>
          {branch.description && <p className="mut">{branch.description}</p>}
          <OwnStoreButton branch={branch} />
          <Facts branch={branch} special={special} />
          <Actions branch={branch} />
        </div>
        {branch.services.length > 0 && (
          <section className="offers-too" aria-labelledby="servicos">
            <h3 className="d4" id="servicos">
              O que tem nesta loja
            </h3>
            <ServiceList services={branch.services} />
          </section>
        )}
        <span className="dlg-end" hidden />
      </div>
    </dialog>
  );
}

/** Renders pictures in a scroll-snap row; the thumbnails link to them (site/pageScripts/slider.ts). */
function Gallery({ branch }: { branch: Branch }) {
  const pictures: PictureFile[] = [
    ...(branch.file ? [branch.file] : []),
    ...branch.galleries.url_s3.original,
  ];
  if (pictures.length === 0) return <div className="pic pic-none" />;
  const textOf = ({ alt }: PictureFile, index: number) =>
    alt ?? (index === 0 ? `Fachada da filial ${branch.name}` : `Foto ${index + 1} da filial ${branch.name}`);
  return (
    <div className="pic">
      <div className="pic-row">
        {pictures.map((picture, index) => (
          <div key={picture.url_s3 ?? picture.path} id={`foto-${index + 1}`}>
            <Picture
              file={picture}
              sizes="(width < 60em) 100vw, 525px"
              alt={textOf(picture, index)}
              eager={index === 0}
            />
          </div>
        ))}
      </div>
      {pictures.length > 1 && (
        <ul className="dlg-thumbs">
          {pictures.map((thumb, index) => (
            <li key={thumb.url_s3 ?? thumb.path}>
              <a
                href={`#foto-${index + 1}`}
                aria-label={`Foto ${index + 1} de ${pictures.length}`}
                aria-current={index === 0 ? 'true' : undefined}
              >
                <Picture file={thumb} sizes="130px" alt="" late />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Facts({ branch, special }: Pick<Props, 'branch' | 'special'>) {
  const hours = hoursInWords(branch.hours);
  const place = [
    `${branch.city}, ${branch.state}`,
    formatZipCode(branch.zip_code),
    branch.complement,
    branch.reference,
  ];
  return (
    <div className="facts">
      {hours.length > 0 && (
        <Fact icon="clock" label="Horários">
          {hours.map((line) => (
            <span key={line.days} className="line">
              <b>{line.days}</b>, {line.hours}
            </span>
          ))}
          {specialLines(special).map(({ date, day, hours, reason }) => (
            <span key={date} className="line special">
              <b>{day}</b>, {hours} <small>{reason}</small>
            </span>
          ))}
        </Fact>
      )}
      <Fact icon="map-pin" label="Endereço">
        <address>
          <b>
            {branch.road}, {branch.number}
          </b>
          , {branch.district}
          <br />
          {place.filter(Boolean).join(' · ')}
        </address>
      </Fact>
      <PhonesFact phones={[branch.phone, branch.phone_secondary]} />
      <EmailFact email={branch.email} />
      {hasSocial(branch) && (
        <ul className="soc">
          <SocialItems links={branch} />
        </ul>
      )}
    </div>
  );
}

function Actions({ branch }: { branch: Branch }) {
  const whatsapp = whatsappLink(branch.phone_secondary, branch.phone);
  const call = callLink(branch.phone);
  return (
    <div className="acts">
      <a className="btn btn-red" href={mapOf(branch)} target="_blank" rel="noopener">
        <Icon name="navigation" />
        Como chegar
      </a>
      {whatsapp ? (
        <a className="btn btn-line" href={whatsapp} target="_blank" rel="noopener">
          <Icon name="whatsapp" />
          WhatsApp
        </a>
      ) : (
        call && (
          <a className="btn btn-line" href={call}>
            <Icon name="phone" />
            Ligar
          </a>
        )
      )}
      <ShareButton title={branch.name} path={branchPage(branch.uuid)} className="btn-share" />
    </div>
  );
}

function mapOf(branch: Branch): string {
  if (branch.localization) return branch.localization;
  const place =
    branch.latitude !== null && branch.longitude !== null
      ? `${branch.latitude},${branch.longitude}`
      : `${branch.road}, ${branch.number}, ${branch.district}, ${branch.city}, ${branch.state}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
