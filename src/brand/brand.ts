import { brand as chosen } from '#brand/brand.ts';

/** Names, colours and type of a chain. Its logo, fonts and pictures are files beside it, in a folder of `brands`. */
export interface Brand {
  /** Name of its folder. */
  id: string;
  /** Full name, the default of `SITE_NAME`. */
  name: string;
  /** Name in running text, before the name of a branch: «Aurora Centro». */
  shortName: string;
  /** Name in addresses of social networks. */
  handle: string;
  /** Domain of mail addresses until the installation has its own. */
  domain: string;
  /** Colours by the names of their tokens (`--color-…`), with what they are for. */
  colours: Record<ColourName, string>;
  /** Names of the poster colours that staff choose among. */
  posterThemes: Record<PosterTheme, string>;
}

/** Tokens by their role; the test of this folder lists which text is used on which. */
export type ColourName =
  // The brand: 600 header, main action and prices; 700 its hover; 900 footer and deep bands.
  | `primary-${900 | 700 | 600}`
  // Failures and buttons that delete; 100 their tint.
  | `danger-${600 | 100}`
  // Large surfaces with dark text; 700 is the accent as text.
  | `accent-${700 | 500 | 300 | 100}`
  // Shelf labels, focus halo, one call per screen; 100 the tint of warnings.
  | `highlight-${400 | 100}`
  // The counterweight of the brand: links, card, information.
  | `secondary-${900 | 700 | 100}`
  // Open, saved.
  | `success-${700 | 100}`
  // Ground of pages, of quiet blocks, and its hairline.
  | `paper${'' | '-2' | '-3'}`
  // Hairline on white, and border of inputs.
  | 'line'
  | 'field'
  | 'white'
  | `ink${'' | '-2'}`;

export type PosterTheme = 'red' | 'wine' | 'orange' | 'teal';

/** The brand of this build: `BRAND` names its folder, else `aurora`. */
export const brand: Brand = chosen;
