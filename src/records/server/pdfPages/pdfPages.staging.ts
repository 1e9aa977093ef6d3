import { withStagedFiles } from '../../../platform/files/staged.ts';
import type { FileRow } from '../files/file.rows.ts';
import { type FileDeps, filesById } from '../files/file.service.ts';
import { PagesError, type RenderResult } from './pdfPages.process.ts';

/** A rendered page whose picture is stored. Broken pages are skipped, so the numbers may have gaps. */
export interface StagedPage {
  page: number;
  file: FileRow;
}

interface PageStaging<P, S> {
  /** Logs a PDF that cannot be rendered. */
  warn(facts: { err: unknown; file: string }): void;
  render(pdf: FileRow): AsyncIterable<P>;
  /** Stores the picture of a page. */
  stage(page: P, pdf: FileRow): Promise<S>;
  /**
   * Saves the pages in one transaction. `result` is the page count of the PDF, `failed` if it cannot be
   * rendered, or `same` if nothing differs from the stored pages.
   */
  save(result: RenderResult, staged: S[]): Promise<void>;
}

/** Renders the pages of the PDF `fileId` and saves all of them at once. Errors outside the PDF are thrown. */
export async function renderStaged<P extends { page_count: number }, S extends StagedPage>(
  deps: FileDeps,
  fileId: number,
  { warn, render, stage, save }: PageStaging<P, S>,
): Promise<void> {
  await withStagedFiles(async () => {
    const staged: S[] = [];
    const pdf = (await filesById(deps.db, [fileId])).get(fileId);
    const renderAll = async (of: FileRow): Promise<RenderResult> => {
      let pageCount: number | null = null;
      try {
        for await (const page of render(of)) {
          pageCount = page.page_count;
          staged.push(await stage(page, of));
        }
        return pageCount ?? 'same';
      } catch (error) {
        if (!(error instanceof PagesError)) throw error;
        warn({ err: error, file: of.uuid });
        return 'failed';
      }
    };
    await save(pdf ? await renderAll(pdf) : 'failed', staged);
  });
}
