import { createContext } from 'react';

/**
 * What the first screen of the back office asks the API for is asked before the browser has any of its code. Only
 * the screens' loaders know what that is: the server runs them while it makes the page and notes what they would
 * ask for, a line of script at the page's head asks (`ASK_NOW`), and the loaders take the answers over (load.ts).
 */
export const FirstAsks = createContext<readonly string[]>([]);

/**
 * Asks for the addresses in its own `data-asks` with the token that this browser keeps. Nobody minds what fails
 * here: whoever takes the answer does.
 */
export const ASK_NOW = `try{const t=localStorage.getItem('vitrine.token');t&&(window.vitrineAsks=new Map(document.currentScript.dataset.asks.split(' ').map((a)=>{const p=fetch(a,{headers:{accept:'application/json',authorization:'Bearer '+t}}).then(async(r)=>({status:r.status,text:await r.text(),retryAfter:r.headers.get('retry-after')}));p.catch(()=>{});return[a,p]})))}catch{}`;

let noted: Set<string> | undefined;

/** What `loaders` would ask for; they do so at once or not at all. */
export function asksOf(loaders: (() => unknown)[]): string[] {
  const asks = new Set<string>();
  noted = asks;
  for (const loader of loaders) {
    try {
      Promise.resolve(loader()).catch(() => undefined);
    } catch {
      // It leads elsewhere; so it will in the browser.
    }
  }
  noted = undefined;
  return [...asks];
}

/** In place of a call: the server has no session to make it with. The answer never comes. */
export function noteAsk(address: string): { answer: Promise<never> } {
  noted?.add(address);
  return { answer: new Promise(() => {}) };
}
