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

export type ColourName =
  | `red-${900 | 700 | 600}`
  | `danger-${600 | 100}`
  | `orange-${700 | 500 | 300 | 100}`
  | `yellow-${400 | 100}`
  | `teal-${900 | 700 | 100}`
  | `green-${700 | 100}`
  | 'paper'
  | 'paper-2'
  | 'paper-3'
  | 'line'
  | 'field'
  | 'white'
  | 'ink'
  | 'ink-2';

export type PosterTheme = 'red' | 'wine' | 'orange' | 'teal';

/** The brand of this build: `BRAND` names its folder, else `aurora`. */
export const brand: Brand = chosen;
