/**
 * What a page says of its day (`OfDay`) gives way once that day has turned, in a tab left open over midnight as on a
 * page that was kept. Rules, not changes to elements: React finds all as it left it, and what it renders anew for
 * another day needs no second look. Of three to 26 hours after midnight in Greenwich the page's day is certain by
 * either of the zone's offsets, so that hardly any browser makes a formatter of dates for it.
 */
export const TURN_DAYS = `try{const zone='America/Sao_Paulo',rules=new CSSStyleSheet;let shown;const dayAt=(now)=>{const day=document.querySelector('[data-day]')?.dataset.day,age=(now-Date.parse(day))/36e5;return!day||age>3&&age<26?day:typeof Temporal=='object'?Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString():new Date(now).toLocaleDateString('sv-SE',{timeZone:zone})};const mark=()=>{const day=dayAt(Date.now());if(!day||day===shown)return;shown=day;const past='[data-day]:not([data-day="'+day+'"])';rules.replaceSync(past+'>*{display:none}'+past+'::after{content:attr(data-past)}')};document.adoptedStyleSheets=[rules];for(const type of['DOMContentLoaded','visibilitychange'])document.addEventListener(type,mark);addEventListener('pageshow',mark);setInterval(mark,2e4)}catch{}`;
