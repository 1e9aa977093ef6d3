// Apart from the texts, so that pages that need only a time do not load those.

/** Time in ms that an alert stays. */
export const ALERT_MS = 7000;
export const POPUP_MS = 10_000;
