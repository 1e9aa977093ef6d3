import { createContext } from 'react';
import type { CallApi, CallInput } from '../contract/caller.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Reader } from './reader.ts';

/**
 * How the first screen of the back office comes by its data. Only its loaders know what that is: the server runs them
 * while it makes the page. With a reader, it asks as that person, and the answers stand in the page. Without one it
 * notes what they would ask for, a line of script at the page's head asks (`SCREEN`), before the browser has any of
 * the code, and the loaders take those answers over (load.ts). Such a page is one shell for all addresses of its route,
 * so the script puts the parameters of the address in.
 */
export interface FirstScreen {
  reader: Reader | null;
  asks: readonly string[];
  /** Pattern of the route, such as `banners/show/:uuid` below the back office, whose parameters `asks` contains. */
  pattern: string;
}

/** Null for pages without a screen of the back office. */
export const FirstScreen = createContext<FirstScreen | null>(null);

let call: CallApi | undefined;

/** Runs a loader on the server, with `ask` in place of the browser's calls. It asks at once or not at all. */
export function runWith<T>(ask: CallApi, loader: () => T): T {
  call = ask;
  try {
    return loader();
  } finally {
    call = undefined;
  }
}

/** In place of a call from the browser. */
export function callOnServer<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  return call ? call(endpoint, input) : new Promise<never>(() => {});
}

/** What `loaders` would ask for. */
export function asksOf(
  loaders: (() => unknown)[],
  addressOf: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => string,
): string[] {
  const asks = new Set<string>();
  const note: CallApi = (endpoint, input) => {
    asks.add(addressOf(endpoint, input));
    return new Promise(() => {});
  };
  for (const loader of loaders) {
    try {
      Promise.resolve(runWith(note, loader)).catch(() => undefined);
    } catch {
      // It leads elsewhere; so it will in the browser.
    }
  }
  return [...asks];
}

/**
 * The script at the head of a screen, which comes before its content.
 *
 * A page that was made for a reader is shown to nobody else: the token that this browser keeps must be of the same
 * person (session.ts notes whose it is). Without a token the way leads to the sign-in. With a token of somebody else,
 * or of nobody known, it is asked whose that is, which also brings the page key of its session, and the page is asked
 * for anew. `stop` keeps what follows from ever becoming content.
 *
 * Of a page with rows, the modules are fetched when these are painted, or half a second after the page is read where
 * nothing is painted (a window in the background). A button that is pressed before it can do anything is pressed anew
 * as soon as it can (`vitrineAlive`), unless something else was pressed since; so is what was typed, which React must
 * not think that it knows already (it notes what is set on the element itself).
 *
 * A page that the browser kept and shows again is invisible until it is known that nobody else signed in meanwhile.
 *
 * Data of the screen is asked for at once, where the address has no query: the shell does not know it. Nobody minds what
 * fails here: whoever takes the answer does.
 */
export const SCREEN = `(()=>{
const root=document.documentElement,{reader,asks,pattern}=document.currentScript.dataset,AGAIN='vitrine.again';
const api=document.querySelector('meta[name=api-base]').content;
const read=(key)=>{try{return localStorage.getItem(key)}catch{return null}};
const token=()=>read('vitrine.token');
const show=(is)=>{root.style.opacity=is?'':'0'};
const login=()=>location.replace('/auth/login?next='+encodeURIComponent(location.pathname+location.search));
const anew=()=>token()===null?login():location.reload();
const ask=(path,options)=>fetch(path,{...options,headers:{accept:'application/json',...options.headers}});
let left=token();
addEventListener('pagehide',(event)=>{left=token();event.persisted&&show(false)});
addEventListener('pageshow',(event)=>{if(event.persisted)left===token()?show(true):anew()});
if(reader&&(left===null||read('vitrine.reader')!==JSON.parse(reader).uuid+' '+left)){
show(false);stop();
if(left===null||sessionStorage.getItem(AGAIN))return login();
sessionStorage.setItem(AGAIN,'1');
ask(api+'/auth/validate-token',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({token:left})}).then((r)=>r.json()).then(({data:{user}})=>{
if(token()===left){if(user)localStorage.setItem('vitrine.reader',user.uuid+' '+left);else localStorage.removeItem('vitrine.token')}
anew()}).catch(login);
return}
try{sessionStorage.removeItem(AGAIN)}catch{}
const names=pattern?.split('/'),parts=location.pathname.split('/');
if(asks&&left&&!location.search)window.vitrineAsks=new Map(asks.split(' ').map((address)=>{
const path=names.reduce((path,name,at)=>name[0]===':'?path.replace(encodeURIComponent(name),()=>parts[at]):path,address);
const answer=ask(path,{headers:{authorization:'Bearer '+left}}).then(async(r)=>({status:r.status,text:await r.text(),retryAfter:r.headers.get('retry-after')}));
answer.catch(()=>{});return[path,answer]}));
if(reader){
let pressed,typed;
const hold=(event)=>{pressed=event.target.closest?.('button[type=button]');pressed&&event.stopImmediatePropagation()};
const note=(event)=>{typed=event.target};
addEventListener('click',hold,true);
addEventListener('input',note,true);
window.vitrineAlive=()=>{
removeEventListener('click',hold,true);removeEventListener('input',note,true);
if(pressed?.isConnected)pressed.click();
if(typed?.isConnected&&'value'in typed){
const {value}=typed;typed.value=value+' ';
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(typed),'value').set.call(typed,value);
typed.dispatchEvent(new Event('input',{bubbles:true}))}
pressed=typed=null};
const start=()=>{
for(const link of document.querySelectorAll('link[rel=later]'))link.rel='modulepreload';
const later=document.querySelector('script[type=later]');
if(later){const{parentNode,nextSibling}=later;later.remove();later.type='module';later.async=true;parentNode.insertBefore(later,nextSibling)}};
addEventListener('DOMContentLoaded',()=>{
requestAnimationFrame(()=>(window.requestIdleCallback??setTimeout)(start));setTimeout(start,500)})}
})()`;
