import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide';
import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../Icon.tsx';
import { type RowProps, rowAttributes } from '../rows.ts';
import { pauseRowUpdates } from '../useChangeFeed.ts';
import { QueueingKeyboardSensor } from './keyboardSensor.ts';

const INSTRUCTIONS =
  'Para mover, aperte espaço. Com as setas, escolha o lugar. Espaço de novo solta; Esc desiste.';

type Named = Pick<RowProps, 'id' | 'name'>;

/** Context in which elements with `useSortableItem` are sorted by dragging, or by the keyboard on their grip. */
export function Sortable({
  rows,
  isGrid = false,
  onMove,
  children,
}: {
  rows: Named[];
  /** Items are arranged in a grid. */
  isGrid?: boolean;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(QueueingKeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      scrollBehavior: 'instant',
    }),
  );
  const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id);
  const nameOf = (id: unknown) => rows[placeOf(id)]?.name ?? '';
  const positionOf = (id: unknown) => `posição ${placeOf(id) + 1} de ${rows.length}`;

  const announcements: Announcements = {
    onDragStart: ({ active }) => `Você pegou ${nameOf(active.id)}, ${positionOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} está na ${positionOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} ficou na ${positionOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} voltou para a ${positionOf(active.id)}.`,
  };

  const resume = useRef(() => {});
  const begin = () => {
    resume.current = pauseRowUpdates();
  };
  useEffect(() => () => resume.current(), []);
  const end = ({ active, over }: DragEndEvent) => {
    resume.current();
    if (over && over.id !== active.id) onMove(placeOf(active.id), placeOf(over.id));
  };

  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={begin}
      onDragCancel={() => resume.current()}
      onDragEnd={end}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: INSTRUCTIONS },
        // Live regions would be invalid inside the table.
        ...(!import.meta.env.SSR && { container: document.body }),
      }}
    >
      <SortableContext items={rows} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Sortable rows of a table, with move buttons. */
export function SortableRows({
  rows,
  buttons,
  onMove,
}: {
  rows: RowProps[];
  /** Whether rows show move buttons. */
  buttons: boolean;
  onMove: (from: number, to: number) => void;
}) {
  return (
    <tbody>
      <Sortable rows={rows} onMove={onMove}>
        {rows.map((row, index) => (
          <SortableRow
            key={row.id}
            row={row}
            buttons={buttons}
            onUp={index > 0 ? () => onMove(index, index - 1) : undefined}
            onDown={index < rows.length - 1 ? () => onMove(index, index + 1) : undefined}
          />
        ))}
      </Sortable>
    </tbody>
  );
}

interface SortableRowProps {
  row: RowProps;
  buttons: boolean;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function SortableRow({ row, buttons, onUp, onDown }: SortableRowProps) {
  const { item, grip } = useSortableItem(row.id, 'linha que se move');
  return (
    <tr {...item} {...rowAttributes(row)}>
      <td data-kind="grip" data-narrow="grip">
        <Grip {...grip} name={row.name} />
        {buttons && <MoveButtons name={row.name} onUp={onUp} onDown={onDown} />}
      </td>
      {row.cells}
    </tr>
  );
}

/** Returns the props of an element that `Sortable` moves, and of its grip. */
export function useSortableItem(id: string, roleDescription: string) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } =
    useSortable({ id, attributes: { roleDescription } });
  return {
    item: {
      ref: setNodeRef,
      'data-dragging': isDragging || undefined,
      style: { transform: CSS.Translate.toString(transform), transition },
    },
    grip: { ...attributes, ...listeners, ref: setActivatorNodeRef },
  };
}

/** Button that moves its element by pointer or keyboard. */
export function Grip({ name, ...props }: ComponentProps<'button'> & { name: string }) {
  return (
    <button type="button" className="icon-btn" {...props} aria-label={`Mover ${name}`}>
      <Icon of={GripVertical} />
    </button>
  );
}

const DIRECTIONS = {
  rows: { up: 'para cima', down: 'para baixo', upIcon: ArrowUp, downIcon: ArrowDown },
  grid: { up: 'para antes', down: 'para depois', upIcon: ArrowLeft, downIcon: ArrowRight },
};

export function MoveButtons({
  name,
  isGrid = false,
  onUp,
  onDown,
}: {
  name: string;
  isGrid?: boolean;
  /** Absent for the first and the last item respectively. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}) {
  const { up, down, upIcon, downIcon } = DIRECTIONS[isGrid ? 'grid' : 'rows'];
  return (
    <span className="move-buttons">
      <MoveButton label={`Mover ${up}: ${name}`} onClick={onUp} icon={<Icon of={upIcon} />} />
      <MoveButton label={`Mover ${down}: ${name}`} onClick={onDown} icon={<Icon of={downIcon} />} />
    </span>
  );
}

/** Keeps the focus while its row moves, so that it can be pressed again. */
function MoveButton({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: (() => void) | undefined;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    button.current?.focus();
  });
  return (
    <button
      type="button"
      ref={button}
      aria-label={label}
      aria-disabled={onClick ? undefined : true}
      onClick={() => {
        if (!onClick) return;
        pressed.current = true;
        onClick();
      }}
    >
      {icon}
    </button>
  );
}
