// Apart from the texts, which pages that only need a time would load too.

export const ALERT_MS = 7000;
export const POPUP_MS = 10_000;
