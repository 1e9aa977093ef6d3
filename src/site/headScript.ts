import { ALERT_MS } from '../contract/times.ts';
import { ASK_NOW } from '../ui/asks.ts';
import { TURN_DAYS } from './days.ts';

/** Before the first paint: a cached page knows no visitor, but the browser does. */
const SIGNED_IN =
  "try{localStorage.getItem('vitrine.token')&&(document.documentElement.dataset.signedIn='')}catch{}";

/**
 * `<details>` opens and closes by itself; this adds Escape and a press elsewhere. Not in React, because a menu
 * can be opened before hydration and must close then too.
 */
const CLOSE_MENUS =
  "{const close=(leave,refocus)=>{const d=document.querySelector('header nav details[open]');if(!d||leave(d))return;const had=d.contains(document.activeElement);d.open=false;if(refocus&&had)d.querySelector('summary').focus()};addEventListener('keydown',(e)=>e.key==='Escape'&&close(()=>false,true));addEventListener('pointerdown',(e)=>close((d)=>d.contains(e.target),false))}";

/**
 * Whether the stored token still is anybody's, once the page stands; whoever has none asks nothing. Only the plain
 * "nobody's" forgets it, never an outage. Not in React, because a page that only reads may never run it; the back
 * office and the sign-in ask for themselves.
 */
const CHECK_TOKEN =
  "addEventListener('load',()=>setTimeout(async()=>{try{const k='vitrine.token',t=localStorage.getItem(k);if(!t||/^\\/(admin|auth)(\\/|$)/.test(location.pathname))return;const r=await fetch(document.querySelector('meta[name=api-base]').content+'/auth/validate-token',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({token:t})});if(r.status===200&&(await r.json()).data.user===null&&localStorage.getItem(k)===t){localStorage.removeItem(k);delete document.documentElement.dataset.signedIn}}catch{}}))";

/**
 * The alerts that came with the page close by themselves, never under the pointer or the focus, and at the first
 * press, also where React has not come yet. Hidden, not removed: React looks for them when it comes.
 */
const CLOSE_ALERTS = `addEventListener('DOMContentLoaded',()=>{for(const a of document.querySelectorAll('.alert')){const close=()=>{a.hidden=true},wait=()=>setTimeout(()=>a.matches(':hover,:focus-within')?wait():close(),${ALERT_MS});a.querySelector('button').onclick=close;wait()}})`;

/**
 * The one order of all styles, said before any sheet, so that it does not matter which of them comes first: what
 * browsers bring along is undone, elements get the brand's look, parts are built on that, features dress what is
 * theirs, and circumstances (few letters to a line, a low window, paper) outrank them all.
 */
export const LAYERS = '@layer reset,base,parts,features,circumstances';

/** Of public pages, until what is small enough to be said here is a module of its own. */
export const HEAD_SCRIPT = [SIGNED_IN, CLOSE_MENUS, CHECK_TOKEN, CLOSE_ALERTS, TURN_DAYS].join(';');
/** Of the ways into the back office, and of its screens, which have data to ask for. */
export const SIGN_IN_SCRIPT = import.meta.env.SSR ? SIGNED_IN : '';
export const SCREEN_SCRIPT = import.meta.env.SSR ? `${ASK_NOW};${SIGNED_IN}` : '';
