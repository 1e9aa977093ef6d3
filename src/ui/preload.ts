import { createContext } from 'react';
import type { CallApi, CallInput } from '../contract/caller.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { PreloadedUser } from './preloadedUser.ts';

/**
 * Preloading of the data of the back office's first screen. Only its loaders know which data that is, and the
 * server runs them while it renders the page. With a reader (the signed-in user), the server calls the API as
 * that user and embeds the responses in the page. Without one, it only records the addresses that the loaders
 * request. A script in the page's head (`SCREEN_HEAD_SCRIPT`) requests them before the browser has any other code, and
 * the loaders take over the responses (load.ts). A page without a reader is one shell for all addresses of
 * its route, so the script fills in the parameters.
 */
export interface PreloadedScreen {
  reader: PreloadedUser | null;
  addresses: readonly string[];
  /** Pattern of the route below the back office, such as `banners/show/:uuid`; `addresses` contains its parameters. */
  pattern: string;
}

/** Null for pages without a screen of the back office. */
export const PreloadedScreen = createContext<PreloadedScreen | null>(null);

let call: CallApi | undefined;

/** Runs a loader on the server, with `ask` instead of the browser's calls. The loader must call synchronously. */
export function runLoaderWith<T>(ask: CallApi, loader: () => T): T {
  call = ask;
  try {
    return loader();
  } finally {
    call = undefined;
  }
}

/** Replaces a call of the browser on the server. */
export function callOnServer<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  return call ? call(endpoint, input) : new Promise<never>(() => {});
}

/** Returns the addresses that `loaders` would request. */
export function preloadAddresses(
  loaders: (() => unknown)[],
  addressOf: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => string,
): string[] {
  const addresses = new Set<string>();
  const record: CallApi = (endpoint, input) => {
    addresses.add(addressOf(endpoint, input));
    return new Promise(() => {});
  };
  for (const loader of loaders) {
    try {
      Promise.resolve(runLoaderWith(record, loader)).catch(() => undefined);
    } catch {
      // The loader redirects, and will do so in the browser.
    }
  }
  return [...addresses];
}

/**
 * Script at the head of a back office page, before its content.
 *
 * A page rendered for a reader is hidden from all other users: the stored token must belong to that reader
 * (session.ts stores whose it is). Without a token, the script goes to the sign-in. With a token of another or
 * an unknown user, it validates the token, which also renews the session's page key, and reloads the page.
 * `stop` keeps the rest of the page from being parsed into content.
 *
 * The modules of a page with content are loaded after its first paint, or half a second after parsing if
 * nothing is painted (background window). A button pressed before hydration is pressed again afterwards
 * (`vitrineAlive`), unless another one was pressed since. Text typed before hydration is dispatched again;
 * React must not regard it as known, because it tracks values that are set on the element itself.
 *
 * A page restored from the back/forward cache is invisible until it is certain that no other user has signed
 * in meanwhile.
 *
 * Data of the screen is requested at once if the address has no query, which the shell does not know.
 * Failures are ignored here: the loader that takes the response handles them.
 */
export const SCREEN_HEAD_SCRIPT = `(()=>{
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
