import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
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
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { markOf, type RowProps } from '../rows.ts';
import { holdRows } from '../useLive.ts';

const INSTRUCTIONS =
  'Para mover, aperte espaço. Com as setas, escolha o lugar. Espaço de novo solta; Esc desiste.';

type Named = Pick<RowProps, 'id' | 'name'>;

/** Within it, what calls `useSortable` is put in order: by dragging, or by keyboard on its grip. */
export function Sortable({
  rows,
  isGrid = false,
  onMove,
  children,
}: {
  rows: Named[];
  /** They stand beside one another too. */
  isGrid?: boolean;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id);
  const nameOf = (id: unknown) => rows[placeOf(id)]?.name ?? '';
  const of = (id: unknown) => `posição ${placeOf(id) + 1} de ${rows.length}`;

  const announcements: Announcements = {
    onDragStart: ({ active }) => `Você pegou ${nameOf(active.id)}, ${of(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} está na ${of(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} ficou na ${of((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} voltou para a ${of(active.id)}.`,
  };

  const letGo = useRef(() => {});
  const begin = () => {
    letGo.current = holdRows();
  };
  useEffect(() => () => letGo.current(), []);
  const end = ({ active, over }: DragEndEvent) => {
    letGo.current();
    if (over && over.id !== active.id) onMove(placeOf(active.id), placeOf(over.id));
  };

  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={begin}
      onDragCancel={() => letGo.current()}
      onDragEnd={end}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: INSTRUCTIONS },
        // Its live regions are no rows.
        ...(!import.meta.env.SSR && { container: document.body }),
      }}
    >
      <SortableContext items={rows} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Rows of a table that can be put in order, by buttons too. */
export function SortableRows({
  rows,
  buttons,
  onMove,
}: {
  rows: RowProps[];
  /** Whether rows show buttons of their own to move up and down. */
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
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } =
    useSortable({
      id: row.id,
      attributes: { roleDescription: 'linha que se move' },
    });
  return (
    <tr
      ref={setNodeRef}
      {...markOf(row)}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <td data-kind="grip" data-narrow="grip">
        <button
          type="button"
          className="icon-btn"
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          aria-label={`Mover ${row.name}`}
        >
          <GripVertical className="i" aria-hidden="true" />
        </button>
        {buttons && <MoveButtons name={row.name} onUp={onUp} onDown={onDown} />}
      </td>
      {row.cells}
    </tr>
  );
}

const WAYS = {
  rows: { up: 'para cima', down: 'para baixo', Up: ArrowUp, Down: ArrowDown },
  grid: { up: 'para antes', down: 'para depois', Up: ArrowLeft, Down: ArrowRight },
};

export function MoveButtons({
  name,
  isGrid = false,
  onUp,
  onDown,
}: {
  name: string;
  isGrid?: boolean;
  /** Absent where it is the first already, and the last. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}) {
  const { up, down, Up, Down } = WAYS[isGrid ? 'grid' : 'rows'];
  return (
    <span className="move-buttons">
      <MoveButton
        label={`Mover ${up}: ${name}`}
        onClick={onUp}
        icon={<Up className="i" aria-hidden="true" />}
      />
      <MoveButton
        label={`Mover ${down}: ${name}`}
        onClick={onDown}
        icon={<Down className="i" aria-hidden="true" />}
      />
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
