import { SCREEN } from '../ui/asks.ts';
import { TURN_DAYS } from './days.ts';

/** Before the first paint: a cached page knows no visitor, but the browser does. */
const SIGNED_IN =
  "try{localStorage.getItem('vitrine.token')&&(document.documentElement.dataset.signedIn='')}catch{}";

/** Whoever has a shopping list (features/groceries/groceries.browser.ts) is not told that it is empty. */
const MY_LIST =
  "try{JSON.parse(localStorage.getItem('vitrine.list')).items.length&&(document.documentElement.dataset.myList='')}catch{}";

/** On the way back to a list: the picture of the page that is left becomes that of its card (transitions.ts). */
const GROW_BACK =
  "try{addEventListener('pagereveal',({viewTransition:moving})=>{if(!moving)return;for(const told of['ready','finished','updateCallbackDone'])moving[told].catch(()=>{});const from=navigation.activation?.from?.url;from&&document.querySelector('.tap:has(a[href=\"'+new URL(from).pathname+'\"]) .vt-card')?.classList.add('vt-picture')})}catch{}";

/**
 * The shopper's own store (features/branches/myStore.browser.ts): its name stands in the header, and what is its own
 * at the head of its list, as the page comes in. A list waits for that until it is whole, so that nothing that is seen
 * moves (`placing`).
 */
const MY_STORE = `try{const store=JSON.parse(localStorage.getItem('vitrine.store'));if(store?.uuid){const{dataset}=document.documentElement,place=()=>{const name=document.querySelector('[data-store-choice] b:empty');if(name)name.textContent=store.name;for(const one of document.querySelectorAll('[data-my-store-first]>[data-branch~="'+store.uuid+'"]:not([data-own])')){one.dataset.own='';one.parentNode.insertBefore(one,one.parentNode.querySelector(':scope>:not([data-own])'))}if(document.querySelector('footer'))done()},coming=new MutationObserver(place),done=()=>{coming.disconnect();delete dataset.placing};dataset.myStore=store.uuid;dataset.placing='';coming.observe(document,{childList:true,subtree:true});document.addEventListener('DOMContentLoaded',done)}}catch{}`;

/**
 * The one order of all styles, said before any sheet, so that it does not matter which of them comes first: what
 * browsers bring along is undone, elements get the brand's look, parts are built on that, features dress what is
 * theirs, and circumstances (few letters to a line, a low window, paper) outrank them all.
 */
export const LAYERS = '@layer reset,base,parts,features,circumstances';

/**
 * The office's rules are read as they stand. Else zod, as soon as the first is made, tries whether the policy lets it
 * make functions of text: it does not, and browsers report each try.
 */
const PLAIN_RULES = 'globalThis.__zod_globalConfig={jitless:true}';

/**
 * The only text that becomes markup in the back office is what stands in the page already: React writes its inline
 * scripts and styles anew where it makes the whole page again. A script that is written so is not run.
 */
const OWN_MARKUP =
  "globalThis.trustedTypes?.createPolicy('default',{createHTML:(text)=>text===''||text==='<script><\\/script>'||[...document.querySelectorAll('script,style')].some((one)=>one.textContent===text)?text:null})";

/** Of public pages: what must be done before the first paint. */
export const HEAD_SCRIPT = [SIGNED_IN, MY_STORE, MY_LIST, TURN_DAYS, GROW_BACK].join(';');
/** Of public pages as staff see them of another day, which turns for nobody. */
export const PREVIEW_SCRIPT = [SIGNED_IN, GROW_BACK].join(';');
/** Of the ways into the back office, and of its screens. */
export const SIGN_IN_SCRIPT = import.meta.env.SSR ? `${PLAIN_RULES};${OWN_MARKUP};${SIGNED_IN}` : '';
export const SCREEN_SCRIPT = import.meta.env.SSR ? `${PLAIN_RULES};${OWN_MARKUP};${SCREEN};${SIGNED_IN}` : '';
