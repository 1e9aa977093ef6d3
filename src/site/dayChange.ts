/**
 * Head script that replaces texts about the page's day (`OfDay`) once that day is over, in open tabs and on
 * cached pages. It uses CSS rules and changes no elements. So React finds its HTML unchanged, also after
 * rendering for another day. Between 3 and 26 hours after midnight UTC, the page's day is certain for either
 * of the zone's offsets. Hardly any browser then has to create a date formatter.
 */
export const DAY_CHANGE_SCRIPT = `try{const zone='America/Sao_Paulo',rules=new CSSStyleSheet;let shown;const dayAt=(now)=>{const day=document.querySelector('[data-day]')?.dataset.day,age=(now-Date.parse(day))/36e5;return!day||age>3&&age<26?day:typeof Temporal=='object'?Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString():new Date(now).toLocaleDateString('sv-SE',{timeZone:zone})};const mark=()=>{const day=dayAt(Date.now());if(!day||day===shown)return;shown=day;const past='[data-day]:not([data-day="'+day+'"])';rules.replaceSync(past+'>*{display:none}'+past+'::after{content:attr(data-past)}')};document.adoptedStyleSheets=[rules];for(const type of['DOMContentLoaded','visibilitychange'])document.addEventListener(type,mark);addEventListener('pageshow',mark);setInterval(mark,2e4)}catch{}`;
