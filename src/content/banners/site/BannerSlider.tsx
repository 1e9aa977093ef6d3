import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import { SiteLink } from '../../../ui/site/SiteLink.tsx';
import type { PublicBanner, TitleOnPicture } from '../banner.contract.ts';
import { titleSize } from '../titleContrast.ts';

type SlideBanner = Omit<PublicBanner, 'id'>;

/** Fallback while no banner is published. */
const DEFAULT_BANNER = {
  uuid: 'padrao',
  title: 'Ofertas todo dia, pertinho de casa.',
  alt: '',
  link: null,
  // Matches the artwork of the fallback.
  free_title: { colour: 'ink', from: 1440 },
  file: {
    url_s3: '/brand/banner-padrao.webp',
    width: 1440,
    height: 600,
    alt: null,
    variants: [],
    placeholder: null,
  },
} satisfies SlideBanner;

interface Props {
  banners: readonly PublicBanner[];
  /** Name of the company, which is part of the page's title in the first banner. */
  name: string | undefined;
}

/**
 * Renders the banners in a scroll-snap row without automatic movement. The row and its links to banners work
 * without JavaScript; `pageScripts/slider.ts` adds arrows and keys.
 */
export function BannerSlider({ banners, name }: Props) {
  const slides = banners.length > 0 ? banners : [DEFAULT_BANNER];
  return (
    <section className="hero" aria-roledescription="carrossel" aria-label="Destaques">
      <div
        className="hero-row"
        {...(slides.length > 1 && { tabIndex: 0, role: 'group', 'aria-label': 'Banners' })}
      >
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a carousel's slide is a group, not a fieldset
          <div
            key={slide.uuid}
            id={slideId(slides, index)}
            className="hero-slide"
            role="group"
            aria-roledescription="banner"
            aria-label={`${index + 1} de ${slides.length}`}
          >
            <Slide slide={slide} first={index === 0} name={index === 0 ? name : undefined} />
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className="wrap hero-pager">
          <div className="hero-pages">
            <a className="x" href={`#${slideId(slides, -1)}`} aria-label="Banner anterior">
              <Icon name="arrow-left" />
            </a>
            <a className="x" href={`#${slideId(slides, 1)}`} aria-label="Próximo banner">
              <Icon name="arrow-right" />
            </a>
            <ol className="bars">
              {slides.map((slide, index) => (
                <li key={slide.uuid}>
                  <a href={`#${slideId(slides, index)}`} aria-current={index === 0 ? 'true' : undefined}>
                    <span className="sr-only">{`Banner ${index + 1}: ${slide.title}`}</span>
                  </a>
                </li>
              ))}
            </ol>
            <span className="sr-only" aria-live="polite">
              Banner 1 de {slides.length}
            </span>
          </div>
        </div>
      )}
    </section>
  );
}

function slideId(slides: readonly unknown[], index: number): string {
  return `banner-${((index + slides.length) % slides.length) + 1}`;
}

interface SlideProps {
  slide: SlideBanner;
  first: boolean;
  name: string | undefined;
}

function Slide({ slide, first, name }: SlideProps) {
  const Heading = first ? 'h1' : 'h2';
  return (
    <MaybeLink href={slide.link}>
      <Picture
        file={slide.file}
        sizes="(width < 48em) max(100vw, 700px), max(100vw, 1040px)"
        use="page"
        alt={slide.alt ?? ''}
        eager={first}
        className="hero-art"
      />
      <div className="wrap hero-text">
        <Heading className={`d1 ${titleSize(slide.title)}${freeClass(slide.free_title)}`}>
          {name && (
            <small className="tag tag-red">
              {name}
              <i className="sr-only">: </i>
            </small>
          )}
          <span>{slide.title}</span>
        </Heading>
      </div>
    </MaybeLink>
  );
}

/** Returns classes instead of inline styles, which the pages do not use. */
const freeClass = (free: TitleOnPicture | null) => (free ? ` free-${free.colour} free-${free.from}` : '');

function MaybeLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href ? (
    <SiteLink href={href} className="hero-link">
      {children}
    </SiteLink>
  ) : (
    children
  );
}
