import type { GalleryImage } from '../../../shared/files/image.ts';
import { altText, Thumb } from '../Thumb.tsx';
import { fileOf } from './photo.ts';

/** Stored pictures of a record, each linked to the full picture, with its text below. */
export function GalleryView({ images }: { images: readonly GalleryImage[] }) {
  if (images.length === 0) return null;
  return (
    <ul className="gallery" aria-label="Galeria">
      {images.map((image, index) => (
        <li key={image.uuid}>
          <a className="gallery-frame" href={image.path} target="_blank" rel="noopener">
            <Thumb file={fileOf(image)} width={200} alt={`Foto ${index + 1} da galeria`} />
          </a>
          <p className="gallery-caption">{altText(image.alt)}</p>
        </li>
      ))}
    </ul>
  );
}
