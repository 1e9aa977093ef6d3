import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Endpoint } from '../../src/shared/endpoint.ts';
import { chromiumArgs, chromiumPath } from '../../test/chromium.ts';
import type { Product } from '../product.ts';
import { tapRequests } from './networkTap.ts';

/** A browser with a persistent profile, and the user who works in it. */
export class BrowserLane {
  readonly product: Product;
  readonly profile: string;
  private context!: BrowserContext;
  page!: Page;
  /** Number of warnings before leaving a page. Expected to stay 0, because drafts are stored. */
  leaveWarnings = 0;

  private constructor(product: Product, profile: string) {
    this.product = product;
    this.profile = profile;
  }

  static async open(product: Product): Promise<BrowserLane> {
    const lane = new BrowserLane(product, await mkdtemp(join(tmpdir(), 'vitrine-forms-')));
    await lane.start();
    return lane;
  }

  async start(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      // The full browser with a profile that is opened again, as users have it.
      executablePath: chromiumPath({ whole: true }),
      args: chromiumArgs,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
      baseURL: this.product.url,
      reducedMotion: 'reduce',
    });
    this.context.setDefaultTimeout(15_000);
    this.page = await this.newPage();
  }

  private async newPage(): Promise<Page> {
    const [blank] = this.context.pages();
    const page = blank?.url() === 'about:blank' ? blank : await this.context.newPage();
    await tapRequests(page);
    page.on('dialog', (dialog) => {
      this.leaveWarnings += 1;
      dialog.accept().catch(() => {});
    });
    return page;
  }

  /** Closes the tab after opening a new one. */
  async closeTab(): Promise<void> {
    const before = this.page;
    this.page = await this.newPage();
    await before.close();
  }

  /** Kills the browser process without warning, and starts another with the same profile. */
  async crash(): Promise<void> {
    const browser = this.context.browser();
    if (!browser) throw new Error('the browser connection is gone');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const main = processInfo.find(({ type }) => type === 'browser');
    if (!main) throw new Error('the browser has no process');
    const gone = new Promise((ended) => this.context.once('close', ended));
    process.kill(main.id, 'SIGKILL');
    await gone;
    await this.start();
  }

  setOffline(isAway: boolean): Promise<void> {
    return this.context.setOffline(isAway);
  }

  async stop(): Promise<void> {
    await this.context.close().catch(() => {});
    await rm(this.profile, { recursive: true, force: true });
  }

  /** Opens a screen, signed in. */
  async go(path: string): Promise<void> {
    await this.page.goto(path);
    if (await this.page.evaluate(() => localStorage.getItem('vitrine.token') === null)) {
      await this.signIn();
      // The sign-in leads to the requested screen. Leaving it at once would interrupt the recovery of a
      // draft.
      if (!this.page.url().endsWith(path)) await this.page.goto(path);
    }
    await this.page.waitForFunction(() => '__reactRouterDataRouter' in window);
  }

  async signIn(): Promise<void> {
    const { email, password } = this.product.admin;
    if (!this.page.url().includes('/auth/login')) await this.page.goto('/auth/login');
    await this.page.waitForFunction(() => '__reactRouterDataRouter' in window);
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Senha', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await this.page.waitForURL((url) => url.pathname.startsWith('/admin'));
    await this.page.locator('.user-trigger').waitFor();
  }

  async signOut(): Promise<void> {
    await this.page.locator('.user-trigger').click();
    await this.page.getByRole('menuitem', { name: 'Sair' }).click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
    await this.page.waitForFunction(() => localStorage.getItem('vitrine.token') === null);
    // A sign-out ends at the sign-in screen; an earlier navigation would be a different failure.
    await this.page.waitForURL('**/auth/login*');
  }

  /** Calls the API with the browser's session. */
  async call(method: string, path: string, body?: object): Promise<{ status: number; answer: unknown }> {
    const token = await this.page.evaluate(() => localStorage.getItem('vitrine.token'));
    const answer = await fetch(`${this.product.api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, answer: text ? JSON.parse(text) : null };
  }

  /** Returns the records of `source`, which lists one or many. */
  async records({ path }: Pick<Endpoint, 'path'>): Promise<{ uuid: string }[]> {
    if (this.page.url() === 'about:blank') await this.go('/admin/dashboard');
    const { answer } = await this.call('GET', path);
    const { data } = (answer ?? { data: [] }) as { data: { uuid: string } | { uuid: string }[] };
    return Array.isArray(data) ? data : data ? [data] : [];
  }

  async firstOf(source: Pick<Endpoint, 'path'>): Promise<string> {
    const [first] = await this.records(source);
    if (!first) throw new Error(`${source.path} has no record to edit`);
    return first.uuid;
  }

  /**
   * Deletes dependent records first, then the first deletable record of `kinds[0]`. Throws if none can be
   * deleted.
   */
  async deleteFirst(kinds: { source: Endpoint | undefined; destroy: Endpoint | undefined }[]): Promise<void> {
    for (const [at, { source, destroy }] of [...kinds.entries()].toReversed()) {
      if (!source || !destroy) continue;
      for (const { uuid } of await this.records(source)) {
        const { status } = await this.call(destroy.method, destroy.path.replace(':uuid', uuid));
        if (status === 200 && at === 0) return;
      }
    }
    throw new Error('no record can be deleted');
  }

  /** Returns the drafts that are stored on this device. */
  drafts(): Promise<{ form: string; values: Record<string, unknown> }[]> {
    return this.page.evaluate(
      () =>
        new Promise((tell) => {
          const opening = indexedDB.open('vitrine-drafts');
          opening.onerror = () => tell([]);
          opening.onsuccess = () => {
            const db = opening.result;
            if (!db.objectStoreNames.contains('drafts')) {
              db.close();
              return tell([]);
            }
            const request = db.transaction('drafts').objectStore('drafts').getAll();
            request.onsuccess = () => {
              db.close();
              tell(request.result);
            };
          };
        }),
    );
  }

  /** Removes what one cell leaves behind, for the next. */
  async clearDrafts(): Promise<void> {
    await this.setOffline(false).catch(() => {});
    await this.closeTab();
    const session = await this.context.newCDPSession(this.page);
    await session.send('Storage.clearDataForOrigin', {
      origin: this.product.url,
      storageTypes: 'indexeddb',
    });
  }
}
