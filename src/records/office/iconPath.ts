import type { IconNode } from 'lucide';

const known = new WeakMap<IconNode, string>();

/**
 * Returns a Lucide icon as the data of one path. A list shows hundreds of icons, and each element of an icon costs
 * the browser as much as one of a row.
 */
export function iconPath(shapes: IconNode): string {
  let path = known.get(shapes);
  if (path === undefined) {
    path = shapes.map(([tag, attributes]) => shapePath(tag, attributes)).join('');
    known.set(shapes, path);
  }
  return path;
}

function shapePath(tag: string, attributes: Record<string, string | number | undefined>): string {
  const number = (name: string) => Number(attributes[name] ?? 0);
  switch (tag) {
    case 'path':
      // A relative move would begin where the shape before ends.
      return String(attributes.d).replace(/^m/, 'M0 0m');
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'circle':
      return ellipsePath(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipsePath(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'rect': {
      const rx = number('rx');
      const ry = number('ry') || rx;
      const across = number('width') - 2 * rx;
      const down = number('height') - 2 * ry;
      const corner = (x: number, y: number) => `a${rx} ${ry} 0 0 1 ${x} ${y}`;
      return (
        `M${number('x') + rx} ${number('y')}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}` +
        `h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}z`
      );
    }
    default:
      throw new Error(`Icons have no way to draw <${tag}>`);
  }
}

const ellipsePath = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
