import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SiteLink, SitePlace } from './SiteLink.tsx';

const own = 'https://loja.example';
const opened = (href: string, apiBase = '/api') =>
  renderToStaticMarkup(
    <SitePlace value={{ origins: [own], apiBase, pathname: '/' }}>
      <SiteLink href={href}>Ver</SiteLink>
    </SitePlace>,
  ).includes('target="_blank"')
    ? 'in a tab of its own'
    : 'in place';

test.each([
  ['/branches', 'in place'],
  [`${own}/branches?cidade=fortaleza#lista`, 'in place'],
  [`${own}/apicultura`, 'in place'],
  ['https://outra.example/branches', 'in a tab of its own'],
  [`${own}/api`, 'in a tab of its own'],
  [`${own}/api/docs`, 'in a tab of its own'],
  ['/media/a/encarte.pdf', 'in a tab of its own'],
  ['/encarte.pdf', 'in a tab of its own'],
])('the link %s opens %s', (href, where) => {
  expect(opened(href)).toBe(where);
});

test('a link to the API is not a page, at any prefix', () => {
  expect(opened(`${own}/v1/dados/docs`, '/v1/dados')).toBe('in a tab of its own');
  expect(opened('/api/docs', '/v1/dados')).toBe('in place');
});
