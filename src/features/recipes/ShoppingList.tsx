import { useCallback, useEffect, useRef, useState } from 'react';
import { keepTicks, readTicks } from './ticks.browser.ts';

interface Props {
  /** Whose list it is, on this device. */
  recipe: string;
  ingredients: readonly string[];
}

/**
 * The ticks are the browser's own (a tick made before the script came counts); the script only keeps them on
 * the device and counts what is missing. Its line has its room from the start, so that nothing moves.
 */
export function ShoppingList({ recipe, ingredients }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [missing, setMissing] = useState<number | null>(null);

  const update = useCallback(
    (change: (box: HTMLInputElement) => boolean) => {
      const boxes = [...(list.current?.querySelectorAll('input') ?? [])];
      for (const box of boxes) box.checked = change(box);
      const ticks = boxes.filter((box) => box.checked).map((box) => box.value);
      keepTicks(recipe, ticks);
      setMissing(boxes.length - ticks.length);
    },
    [recipe],
  );

  useEffect(() => {
    const kept = new Set(readTicks(recipe));
    update((box) => box.checked || kept.has(box.value));
  }, [recipe, update]);

  const total = ingredients.length;
  return (
    <>
      <p className="mut sm">
        Marque o que já tem em casa.{' '}
        <span className={`needs-script ${missing === null ? 'waits' : ''}`} aria-live="polite">
          {missingText(missing ?? total, total)}
        </span>
      </p>
      <ul className="shopping-list" ref={list}>
        {namesOf(ingredients).map((name, index) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                value={name}
                autoComplete="off"
                onChange={() => update((box) => box.checked)}
              />
              <span>{ingredients[index]}</span>
            </label>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`link sm needs-script ${missing === null || missing === total ? 'waits' : ''}`}
        onClick={() => update(() => false)}
      >
        Desmarcar tudo
      </button>
    </>
  );
}

function missingText(missing: number, total: number): string {
  if (missing === 0) return 'Não falta nada.';
  return `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} de ${total}.`;
}

/** One name for each line, also where a recipe needs the same twice. */
function namesOf(lines: readonly string[]): string[] {
  return lines.map((line, index) => (lines.indexOf(line) === index ? line : `${line} (${index})`));
}
