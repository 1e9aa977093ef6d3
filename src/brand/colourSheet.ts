import type { Brand } from './brand.ts';

/** Returns the style sheet `colours.css` of a brand. `npm run docs` writes it. */
export function colourSheet({ name, colours }: Brand): string {
  const tokens = Object.entries(colours).map(([token, colour]) => `    --color-${token}: ${colour};`);
  return `/* Colours of ${name}, written by \`npm run docs\` from brand.ts. */
@layer base {
  :root {
${tokens.join('\n')}
  }
}
`;
}
