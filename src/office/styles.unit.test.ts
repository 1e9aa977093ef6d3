import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no style of the back office searches the document or a whole form at each change of it', () => {
  const sheets = globSync('src/{office,records/office,ui,accounts,content}/**/*.css');
  const searching = sheets.filter((file) =>
    /(\bhtml|\.edit-\w+|\.shell[\w-]*):has\(/.test(readFileSync(file, 'utf8')),
  );
  expect(sheets.length).toBeGreaterThan(50);
  // The viewer of booklets is a public page, whose few elements change once.
  expect(searching.map((file) => file.replaceAll('\\', '/'))).toEqual([
    'src/content/booklets/site/PageViewer.css',
  ]);
});
