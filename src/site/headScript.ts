export { default as HEAD_SCRIPT } from './head/page.ts?script';
export { default as PREVIEW_SCRIPT } from './head/preview.ts?script';
export { default as SCREEN_SCRIPT } from './head/screen.ts?script';
export { default as SIGN_IN_SCRIPT } from './head/signIn.ts?script';

/**
 * Order of all style layers. It comes before any stylesheet, so the order of stylesheets does not matter.
 * Later layers override earlier ones: browser reset, base styles, parts, features, and circumstances (narrow
 * text, low window, print).
 */
export const LAYERS = '@layer reset,base,parts,features,circumstances';

/**
 * Allows transitions between pages. It comes before any stylesheet: a prerendered page may be shown before its
 * stylesheet is loaded, and would come without a transition.
 */
export const TRANSITIONS = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';
