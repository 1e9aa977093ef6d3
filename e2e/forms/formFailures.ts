import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, type Response, type Route } from '@playwright/test';
import { untilPainted } from '../journey.ts';
import type { Cell } from './drillCell.ts';
import { damagedFile, type SampleFile } from './samples.ts';

// Failures while a user fills in a form. The server, the session, a rival and the browser's process are real;
// failures of a proxy or of the network are simulated in the browser.

export interface Failure {
  cause(cell: Cell): Promise<void>;
  /** Completes the save, if another button than the form's does. */
  finish?(cell: Cell): Promise<void>;
}

const SAVES = (url: URL) => /^(\/api)?\/admin\//.test(url.pathname);

/** Handles the next save with `how`, and waits until the form can be edited again. */
async function interceptSave(cell: Cell, how: (route: Route) => Promise<void>): Promise<void> {
  const { page } = cell;
  let started = (_: Promise<void>) => {};
  let isStarted = false;
  const done = new Promise<void>((resolve) => {
    started = resolve;
  });
  await page.route(SAVES, (route) => {
    if (isStarted || route.request().method() === 'GET') return route.fallback();
    isStarted = true;
    started(how(route));
  });
  await cell.press();
  await Promise.race([
    done,
    page.waitForTimeout(15_000).then(() => Promise.reject(new Error('nothing was sent'))),
  ]);
  await formIdle(cell);
  await page.unroute(SAVES);
}

async function formIdle({ page, element }: Cell): Promise<void> {
  await element.and(page.locator(':not([aria-busy=true])')).waitFor();
  await untilPainted(page);
}

/** Saves, and expects the server's own response to have `status`. */
async function expectStatus(cell: Cell, status: number): Promise<void> {
  const statuses: number[] = [];
  const record = (response: Response) => {
    if (response.request().method() !== 'GET' && SAVES(new URL(response.url())))
      statuses.push(response.status());
  };
  cell.page.on('response', record);
  await cell.press();
  await expect
    .poll(() => statuses, { message: `${status} from the server`, timeout: 30_000 })
    .toContain(status);
  cell.page.off('response', record);
  await formIdle(cell);
}

const refusal =
  (status: number, code: string, message: string, more: object = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: status === 429 ? { 'retry-after': '1' } : {},
      body: JSON.stringify({ error: message, message, code, ...more }),
    });

/** Reopens the screen, and expects the notice about the recovered draft with its time. */
async function expectRecovered({ page, reopen }: Cell): Promise<void> {
  await reopen();
  const notice = page.getByRole('status', { name: 'Rascunho recuperado' }).first();
  await expect(notice).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
}

/**
 * Replaces a wrong file by the right one. An input for several files shows the wrong one beside them, and
 * removes it.
 */
async function chooseAgain({ element, samples }: Cell, wrong: string): Promise<void> {
  const input = element.locator('input[type=file]').first();
  if (await input.evaluate((input: HTMLInputElement) => input.multiple))
    return element.getByRole('button', { name: `Tirar ${wrong}` }).click();
  const [first] = samples;
  if (first) await input.setInputFiles(first);
}

const MEGABYTE = 1024 * 1024;

/**
 * Writes a file of the same kind as `sample` above the server's limit (pictures 15 MB, PDF 50 MB) and returns
 * its path.
 */
async function tooLarge({ name, mimeType, buffer }: SampleFile): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-forms-large-'));
  const path = join(folder, `enorme ${name}`);
  await writeFile(path, Buffer.alloc((mimeType.startsWith('image') ? 16 : 51) * MEGABYTE, buffer));
  return path;
}

export const failures: Record<string, Failure> = {
  400: {
    // A request body that was damaged on the way.
    cause: (cell) =>
      interceptSave(cell, async (route) => {
        const isForm = (route.request().headers()['content-type'] ?? '').startsWith('multipart');
        const headers = {
          ...route.request().headers(),
          'content-type': isForm ? 'multipart/form-data; boundary=x' : 'application/json',
        };
        const answer = await route.fetch({ headers, postData: Buffer.from('{"pela metade') });
        if (answer.status() !== 400) throw new Error(`mangled, the server answered ${answer.status()}`);
        await route.fulfill({ response: answer });
      }),
  },
  401: {
    async cause(cell) {
      const token = await cell.page.evaluate(() => localStorage.getItem('vitrine.token'));
      await cell.lane.call('POST', '/auth/logout', { token });
      await cell.press();
      await cell.page.getByRole('dialog').getByLabel('Senha', { exact: true }).waitFor();
    },
    async finish({ page, lane }) {
      const dialog = page.getByRole('dialog');
      const email = dialog.getByLabel('E-mail');
      if ((await email.inputValue()) === '') await email.fill(lane.product.admin.email);
      await dialog.getByLabel('Senha', { exact: true }).fill(lane.product.admin.password);
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    },
  },
  409: {
    async cause(cell) {
      const { page, form, values, element } = cell;
      if (!form.hasRecord)
        return interceptSave(cell, refusal(409, 'conflict', 'Este registro mudou enquanto você editava.'));
      // A rival saves first, with a different value in one text field.
      const [field = '', mine = ''] =
        Object.entries(values.fields).find(([, value]) => /^(Prova|Primeira)/.test(value)) ?? [];
      // Not longer than the user's own value, because fields have limits.
      const theirs = mine.replace(/^\w+/, 'Outra');
      await page.evaluate(
        (rival) => {
          window.drillLine.rival = rival;
        },
        { field, value: theirs },
      );
      await expectStatus(cell, 409);
      const notice = page.getByRole('region', { name: 'Este registro mudou enquanto você editava' });
      await expect(notice).toContainText(/salvou em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
      if (!mine) return;
      const box = element.locator(`[name="${field}"]`);
      await notice.getByRole('radio', { name: /Outra / }).check();
      await expect(box).toHaveValue(theirs);
      await notice.getByRole('radio', { name: /Usar o meu/ }).check();
      await expect(box).toHaveValue(mine);
    },
  },
  413: {
    async cause(cell) {
      const [first] = cell.samples;
      if (first && !first.mimeType.startsWith('video')) {
        // The browser refuses it before it is sent.
        const large = await tooLarge(first);
        await cell.element.locator('input[type=file]').first().setInputFiles(large);
        // A gallery shows it among the photos, any other field in a list of its own.
        await expect(cell.element.locator('li.refused-file', { hasText: basename(large) })).toBeVisible();
        await rm(dirname(large), { recursive: true });
        await chooseAgain(cell, basename(large));
      }
      // The response of nginx.
      return interceptSave(cell, (route) =>
        route.fulfill({
          status: 413,
          contentType: 'text/html',
          body: '<h1>413 Request Entity Too Large</h1>',
        }),
      );
    },
  },
  422: {
    async cause(cell) {
      const input = cell.element.locator('input[type=file]').first();
      if (cell.samples.length > 0) {
        const wrong = damagedFile((await input.getAttribute('accept')) ?? '');
        await input.setInputFiles(wrong);
        await expectStatus(cell, 422);
        return chooseAgain(cell, wrong.name);
      }
      await cell.page.evaluate(() => {
        window.drillLine.isGarbling = true;
      });
      await expectStatus(cell, 422);
    },
  },
  429: {
    cause: (cell) =>
      interceptSave(cell, refusal(429, 'too_many', 'Foram muitas tentativas. Espere um pouco.')),
  },
  500: {
    cause: (cell) =>
      interceptSave(
        cell,
        refusal(500, 'internal', 'Algo deu errado do nosso lado.', { request: 'prova-500' }),
      ),
  },
  timeout: { cause: (cell) => interceptSave(cell, (route) => route.abort('timedout')) },
  offline: {
    async cause(cell) {
      await cell.lane.setOffline(true);
      const failed = cell.page.waitForEvent('requestfailed', (request) => request.method() !== 'GET');
      await cell.press();
      await failed;
      await formIdle(cell);
      await cell.lane.setOffline(false);
    },
  },
  reload: {
    async cause(cell) {
      await cell.page.reload();
      await expectRecovered(cell);
    },
  },
  back: {
    async cause(cell) {
      // The previous entry of the history is another back-office screen, so the form is left without a page
      // load.
      await cell.page.getByRole('link', { name: 'Dashboard' }).first().click();
      await cell.page.waitForURL('**/admin/dashboard');
      await cell.page.goBack();
      await cell.page.goBack();
      await expectRecovered(cell);
    },
  },
  tab: {
    async cause(cell) {
      await cell.lane.closeTab();
      await expectRecovered(cell);
    },
  },
  crash: {
    async cause(cell) {
      await cell.lane.crash();
      await expectRecovered(cell);
    },
  },
  signout: {
    async cause(cell) {
      await cell.lane.signOut();
      await cell.lane.signIn();
      if (!cell.form.hasPersonalData) return expectRecovered(cell);
      expect((await cell.lane.drafts()).map(({ form }) => form)).toEqual([]);
      await cell.reopen();
      await cell.fillIn();
    },
  },
  discard: {
    async cause(cell) {
      const { page, element } = cell;
      const button = element.getByRole('button', { name: 'Descartar', exact: true });
      if ((await button.count()) > 0) {
        await button.click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
      } else {
        await expectRecovered(cell);
        await element.getByRole('button', { name: 'Descartar rascunho' }).click();
      }
      await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
      await untilPainted(page);
    },
  },
};
