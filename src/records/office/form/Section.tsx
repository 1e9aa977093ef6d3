import {
  Children,
  Fragment,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { slugOf } from '../../../shared/text/fold.ts';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A shorter form needs no links. */
const MIN_SECTIONS = 4;

const idOf = (title: string) => `section-${slugOf(title)}`;

export function Section({ title, children }: SectionProps) {
  const id = idOf(title);
  return (
    <section className="edit-section" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** Returns the titles of the sections among `nodes`. They are known before hydration, so nothing shifts. */
function titlesIn(nodes: ReactNode): string[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement(node)) return [];
    if (node.type === Section) return [(node as ReactElement<SectionProps>).props.title];
    if (node.type !== Fragment) return [];
    return titlesIn((node as ReactElement<{ children?: ReactNode }>).props.children);
  });
}

/** Links to the sections of a long form, and marks the one that the user is in. */
export function SectionLinks({ sections }: { sections: ReactNode }) {
  const titles = titlesIn(sections);
  const key = titles.length < MIN_SECTIONS ? '' : titles.map(idOf).join(' ');
  const [current, setCurrent] = useState('');

  useEffect(() => {
    if (!key) return;
    const ids = key.split(' ');
    let frame = 0;
    const mark = () => {
      frame = 0;
      setCurrent(currentSection(ids));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(mark);
    };
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    document.addEventListener('focusin', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
      document.removeEventListener('focusin', schedule);
    };
  }, [key]);

  // A narrow screen scrolls the links sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link follows the current section
  useEffect(() => {
    const link = document.querySelector<HTMLElement>('.section-links [aria-current]');
    const list = link?.closest('ul');
    if (link && list) list.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2 });
  }, [current]);

  if (!key) return null;
  const go = (event: MouseEvent, id: string) => {
    // A change of the address would ask whether to leave the unsaved form.
    event.preventDefault();
    const section = document.getElementById(id);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className="section-links" aria-label="Seções do formulário">
      <ul>
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${idOf(title)}`}
              aria-current={current === idOf(title) ? 'location' : undefined}
              onClick={(event) => go(event, idOf(title))}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the visible section that has the focus, or else the last one that begins in the upper third. */
function currentSection(ids: readonly string[]): string {
  const places = ids.flatMap((id) => {
    const section = document.getElementById(id);
    return section ? [{ id, section, box: section.getBoundingClientRect() }] : [];
  });
  const bounds = { top: 120, bottom: innerHeight - 96 };
  const focused = places.find(({ section }) => section.contains(document.activeElement));
  if (focused && focused.box.bottom > bounds.top && focused.box.top < bounds.bottom) return focused.id;
  // The sort is stable: of sections side by side, the first one counts.
  const begun = places.filter(({ box }) => box.top <= innerHeight / 3);
  return (begun.toSorted((one, other) => other.box.top - one.box.top)[0] ?? places[0])?.id ?? '';
}
