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

export const colour = {
  paper: '#fff6e8',
  white: '#ffffff',
  black: '#000000',
  ink: '#2b120a',
  quiet: '#6b4435',
  red: '#c4161c',
  redLight: '#d22b26',
  redDark: '#a51018',
  wine: '#6a0d14',
  wineLight: '#7b1620',
  orange: '#ff7a1a',
  orangeLight: '#ff8d3b',
  yellow: '#ffc83d',
  teal: '#04616b',
  tealLight: '#0c717b',
  tealDark: '#033f47',
} as const;

export interface Colours {
  top: string;
  rays: string;
  title: string;
  quiet: string;
  foot: string;
}

export const THEME: Record<Theme, Colours> = {
  red: {
    top: colour.red,
    rays: colour.redLight,
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.wine,
  },
  wine: {
    top: colour.wine,
    rays: colour.wineLight,
    title: colour.yellow,
    quiet: colour.paper,
    foot: colour.red,
  },
  orange: {
    top: colour.orange,
    rays: colour.orangeLight,
    title: colour.ink,
    quiet: colour.ink,
    foot: colour.wine,
  },
  teal: {
    top: colour.teal,
    rays: colour.tealLight,
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.tealDark,
  },
};
