import { brand } from '../../../brand/brand.ts';
import type { Format, Theme } from '../leaflet.types.ts';

/**
 * Size in points; a picture has as many pixels as its page has points, unless `across` sets its width in
 * pixels.
 */
export const PAGE_SIZES: Record<Format, { width: number; height: number; across?: number }> = {
  site: { width: 595.28, height: 841.89, across: 1600 },
  story: { width: 1080, height: 1920 },
  post: { width: 1080, height: 1350 },
  a4: { width: 595.28, height: 841.89 },
  a3: { width: 841.89, height: 1190.55 },
};

const POINTS_PER_MM = 72 / 25.4;
/** Picture beyond the edge of a printed page, so that an inexact cut leaves no white line. */
export const BLEED = 3 * POINTS_PER_MM;
/** Width of the bleed and the crop marks around a printed page. */
export const MARKS_MARGIN = 9 * POINTS_PER_MM;

/** Width of a page in layout units. */
export const UNITS = 900;

/** Margins of a story that social networks cover, in units; they stay free of text. */
export const COVERED_MARGINS = { story: { top: 130, bottom: 150 } } as const;

const { colours } = brand;

export const colour = {
  paper: colours.paper,
  white: colours.white,
  black: '#000000',
  ink: colours.ink,
  quiet: colours['ink-2'],
  red: colours['primary-600'],
  redDark: colours['primary-700'],
  wine: colours['primary-900'],
  orange: colours['accent-500'],
  yellow: colours['highlight-400'],
  teal: colours['secondary-700'],
  tealDark: colours['secondary-900'],
} as const;

/** Share of white in the rays of a poster's head. */
const RAY_WHITE = 0.09;

export interface Colours {
  top: string;
  rays: string;
  title: string;
  quiet: string;
  foot: string;
}

/** Returns a slightly lighter colour, for rays. */
function raysOn(colour: string): string {
  const lighter = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(channel + (255 - channel) * RAY_WHITE)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${lighter.join('')}`;
}

export const THEME: Record<Theme, Colours> = {
  red: {
    top: colour.red,
    rays: raysOn(colour.red),
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.wine,
  },
  wine: {
    top: colour.wine,
    rays: raysOn(colour.wine),
    title: colour.yellow,
    quiet: colour.paper,
    foot: colour.red,
  },
  orange: {
    top: colour.orange,
    rays: raysOn(colour.orange),
    title: colour.ink,
    quiet: colour.ink,
    foot: colour.wine,
  },
  teal: {
    top: colour.teal,
    rays: raysOn(colour.teal),
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.tealDark,
  },
};
