import { Icon } from '../../../ui/Icon.tsx';
import { Picture, type PictureFile } from '../../../ui/site/Picture.tsx';

interface Props {
  pictures: readonly PictureFile[];
  /** Owner of the pictures, for pictures without an alternative text: «loja Pé de Página». */
  subject: string;
}

/**
 * Renders pictures in a scroll-snap row, with thumbnails as links to them. It works without JavaScript;
 * `site/pageScripts/slider.ts` adds arrow keys and keeps the scroll position of the page.
 */
export function PictureGallery({ pictures, subject }: Props) {
  const many = pictures.length > 1;
  const textOf = (picture: PictureFile, index: number) => picture.alt ?? `Foto ${index + 1} da ${subject}`;
  return (
    <div className="gal">
      <div
        className="gal-row"
        {...(many && { tabIndex: 0, role: 'group', 'aria-label': `Fotos da ${subject}` })}
      >
        {pictures.map((picture, index) => (
          <figure key={picture.url_s3 ?? picture.path} id={`foto-${index + 1}`}>
            <Picture
              file={picture}
              sizes="(width < 120em) 94vw, 1840px"
              alt={textOf(picture, index)}
              use="page"
            />
            <a
              className="x"
              href={picture.url_s3 ?? picture.path}
              target="_blank"
              rel="noopener"
              // A link needs a name even if its picture is decorative.
              aria-label={`Abrir inteira: ${textOf(picture, index) || `foto ${index + 1} da ${subject}`}`}
            >
              <Icon name="external-link" />
            </a>
          </figure>
        ))}
      </div>
      {many && (
        <ol className="gal-thumbs">
          {pictures.map((picture, index) => (
            <li key={picture.url_s3 ?? picture.path}>
              <a
                href={`#foto-${index + 1}`}
                aria-label={`Foto ${index + 1} de ${pictures.length}`}
                aria-current={index === 0 ? 'true' : undefined}
              >
                <Picture file={picture} sizes="160px" alt="" />
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
