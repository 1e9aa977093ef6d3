import { expect, test } from 'vitest';
import { rebaseLinks, toStaticHtml } from './previewHtml.ts';
import { momentInWords } from './previewWords.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const words = (instant: string) => momentInWords(Date.parse(instant), now);

test('states a future time in words', () => {
  expect(words('2026-12-24T11:00:00.000Z')).toBe('na quinta-feira, 24 de dezembro, às 8h');
  expect(words('2026-12-26T17:30:00.000Z')).toBe('no sábado, 26 de dezembro, às 14h30');
  expect(words('2027-01-01T03:00:00.000Z')).toBe('na sexta-feira, 1 de janeiro de 2027, à 0h');
});

test('keeps links of pages within a preview, and leaves links to files, other sites and screens unchanged', () => {
  const below = (html: string) => rebaseLinks(html, '/admin/preview/x', '/api');
  for (const [path, to] of [
    ['/', '/admin/preview/x'],
    ['/branches?cidade=Natal#lista', '/admin/preview/x/branches?cidade=Natal#lista'],
    ['#conteudo', '#conteudo'],
    ['//elsewhere.example', '//elsewhere.example'],
    ['https://elsewhere.example/branches', 'https://elsewhere.example/branches'],
    ['/media/a/original.pdf?key=1', '/media/a/original.pdf?key=1'],
    ['/brand/guia.pdf', '/brand/guia.pdf'],
    ['/api/site/phones', '/api/site/phones'],
    ['/admin/dashboard', '/admin/dashboard'],
    ['/auth/login', '/auth/login'],
  ])
    expect(below(`<a class="x" href="${path}">a</a>`)).toBe(`<a class="x" href="${to}">a</a>`);
  expect(below('<form method="get" action="/shops">')).toBe(
    '<form method="get" action="/admin/preview/x/shops">',
  );
  expect(below('<link href="/assets/site.css"/><p>href="/branches"</p>')).not.toContain('preview');
});

test('a picture of a page has no scripts and no links', () => {
  const html =
    '<script type="module" src="/a.js"></script><link rel="preload" href="/a.woff2"/><a class="b" href="/x">c</a>';
  expect(toStaticHtml(html)).toBe('<a class="b">c</a>');
});
