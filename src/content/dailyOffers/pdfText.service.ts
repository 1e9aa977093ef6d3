import { createReadStream } from 'node:fs';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { PagesError, renderPages } from '../../records/server/pdfPages/pdfPages.process.ts';
import { createMutex } from '../../shared/async.ts';
import { invalidField } from '../../shared/failure.ts';
import { MAX_TRANSCRIPT_LENGTH, type PdfText } from './dailyBooklet.contract.ts';
import { MAX_OFFERS_PER_DAY } from './dailyOffers.contract.ts';

const PAGE_MS = 5000;
const WHOLE_MS = 20_000;
const UNREADABLE = 'Não conseguimos ler este PDF. Tente salvar o arquivo de novo.';

/** Reads run one after another, because each takes a process and its memory. */
const acquire = createMutex();

/** Returns the text of the pages of a PDF, up to the limits of a transcript. Stores nothing. */
export async function readPdfTexts({ log }: Pick<Deps, 'log'>, { path }: ReceivedFile): Promise<PdfText[]> {
  const release = await acquire();
  try {
    const pages: PdfText[] = [];
    const drawn = renderPages(async () => createReadStream(path), {
      form: 'text',
      maxPages: MAX_OFFERS_PER_DAY,
      pageMs: PAGE_MS,
      totalMs: WHOLE_MS,
      isUserWaiting: true,
    });
    for await (const { page, text } of drawn)
      pages.push({ page, text: text.slice(0, MAX_TRANSCRIPT_LENGTH).trim() });
    return pages;
  } catch (error) {
    if (!(error instanceof PagesError)) throw error;
    log.warn({ err: error }, 'PDF text not extracted');
    throw invalidField('doc', UNREADABLE);
  } finally {
    release();
  }
}
