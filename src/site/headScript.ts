import { SCREEN_HEAD_SCRIPT } from '../ui/preload.ts';
import { DAY_CHANGE_SCRIPT } from './dayChange.ts';

/**
 * Marks the page as signed in before the first paint: the cached page does not know, but the browser does.
 */
const SIGNED_IN =
  "try{localStorage.getItem('vitrine.token')&&(document.documentElement.dataset.signedIn='')}catch{}";

/** Marks the page if the device has a shopping list (`features/shoppingList/shoppingList.browser.ts`). */
const MY_LIST =
  "try{JSON.parse(localStorage.getItem('vitrine.list')).items.length&&(document.documentElement.dataset.myList='')}catch{}";

/**
 * Makes the picture of the page that is left shrink to its card on the way back to a list (`transitions.ts`).
 */
const GROW_BACK =
  "try{addEventListener('pagereveal',({viewTransition:moving})=>{if(!moving)return;for(const told of['ready','finished','updateCallbackDone'])moving[told].catch(()=>{});const from=navigation.activation?.from?.url;from&&document.querySelector('.tap:has(a[href=\"'+new URL(from).pathname+'\"]) .vt-card')?.classList.add('vt-picture')})}catch{}";

/**
 * Shows the shopper's own store (`features/branches/myStore.browser.ts`) while the page loads: its name in
 * the header, its entries first in lists. A list stays hidden until it is complete (`placing`), so that no
 * visible content moves.
 */
const MY_STORE = `try{const store=JSON.parse(localStorage.getItem('vitrine.store'));if(store?.uuid){const{dataset}=document.documentElement,place=()=>{const name=document.querySelector('[data-store-choice] b:empty');if(name)name.textContent=store.name;for(const one of document.querySelectorAll('[data-my-store-first]>[data-branch~="'+store.uuid+'"]:not([data-own])')){one.dataset.own='';one.parentNode.insertBefore(one,one.parentNode.querySelector(':scope>:not([data-own])'))}if(document.querySelector('footer'))done()},coming=new MutationObserver(place),done=()=>{coming.disconnect();delete dataset.placing};dataset.myStore=store.uuid;dataset.placing='';coming.observe(document,{childList:true,subtree:true});document.addEventListener('DOMContentLoaded',done)}}catch{}`;

/**
 * Order of all style layers. It comes before any stylesheet, so the order of stylesheets does not matter.
 * Later layers override earlier ones: browser reset, base styles, parts, features, and circumstances (narrow
 * text, low window, print).
 */
export const LAYERS = '@layer reset,base,parts,features,circumstances';

/**
 * Makes zod interpret its schemas. Otherwise zod tests at start whether the policy allows `new Function`; it
 * does not, and browsers report each test as a violation.
 */
const PLAIN_RULES = 'globalThis.__zod_globalConfig={jitless:true}';

/**
 * Trusted Types policy of the back office: markup is allowed only if the page already contains it. React
 * writes its inline scripts and styles again if it renders the whole page. A script that is written this way
 * does not run.
 */
const OWN_MARKUP =
  "globalThis.trustedTypes?.createPolicy('default',{createHTML:(text)=>text===''||text==='<script><\\/script>'||[...document.querySelectorAll('script,style')].some((one)=>one.textContent===text)?text:null})";

/** Head script of public pages, run before the first paint. */
export const HEAD_SCRIPT = [SIGNED_IN, MY_STORE, MY_LIST, DAY_CHANGE_SCRIPT, GROW_BACK].join(';');
/** Head script of previews, whose day never changes. */
export const PREVIEW_SCRIPT = [SIGNED_IN, GROW_BACK].join(';');
/** Head scripts of sign-in pages and of screens. */
export const SIGN_IN_SCRIPT = import.meta.env.SSR ? `${PLAIN_RULES};${OWN_MARKUP};${SIGNED_IN}` : '';
export const SCREEN_SCRIPT = import.meta.env.SSR
  ? `${PLAIN_RULES};${OWN_MARKUP};${SCREEN_HEAD_SCRIPT};${SIGNED_IN}`
  : '';
