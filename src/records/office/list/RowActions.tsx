import {
  ArrowDown,
  ArrowUp,
  Copy,
  Download,
  ExternalLink,
  Eye,
  Pencil,
  TextCursorInput,
  Trash2,
} from 'lucide';
import { lazy, Suspense } from 'react';
import type { Office } from '../../../shared/resource.ts';
import { Icon } from '../Icon.tsx';
import { OfficeLink } from '../OfficeLink.tsx';
import type { RowAction } from '../rows/RowMenu.tsx';
import { useMedia } from '../useMedia.ts';

const COMPACT = '(width < 1140px)';

/** Returns whether rows are shown in two lines, with their actions in a menu. */
export const useCompactRows = () => useMedia(COMPACT);

// Needed on narrow screens only.
const loadRowMenu = () => import('../rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu }));
const RowMenu = lazy(loadRowMenu);
// Every row has a menu there, so preload it during hydration.
if (!import.meta.env.SSR && window.matchMedia(COMPACT).matches) loadRowMenu().catch(() => undefined);

interface ActionOptions {
  at: Office['at'];
  download: { href: string; name: string } | undefined;
  /** Page that shows the record to shoppers. */
  page: string | undefined;
  /** Absent for the first row, or if the order cannot be changed here. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  /** Whether the record opens for editing or only for reading. */
  isChanged: boolean;
  onRemove: (() => void) | undefined;
  /** Label of the removal. */
  removal?: string | undefined;
  onDuplicate: (() => void) | undefined;
  /** Editable fields that the row does not show. */
  edits: readonly { key: string; what: string; open: () => void }[];
}

/** Returns the actions for a row's record, in display order. */
export function actionsOf(
  record: { uuid: string },
  {
    at,
    download,
    page,
    onUp,
    onDown,
    onRemove,
    removal = 'Excluir',
    onDuplicate,
    isChanged,
    edits,
  }: ActionOptions,
): RowAction[] {
  const actions: RowAction[] = [];
  if (download)
    actions.push({
      key: 'download',
      label: 'Baixar imagem',
      icon: <Icon of={Download} />,
      download,
    });
  if (at.show)
    actions.push({
      key: 'details',
      label: 'Detalhes',
      icon: <Icon of={Eye} />,
      to: at.show(record),
    });
  if (at.edit && (isChanged || !at.show))
    actions.push({
      key: 'edit',
      label: isChanged ? 'Editar' : 'Abrir',
      icon: isChanged ? <Icon of={Pencil} /> : <Icon of={Eye} />,
      to: at.edit(record),
    });
  for (const { key, what, open } of edits)
    actions.push({
      key: `change ${key}`,
      label: `Mudar ${what}`,
      icon: <Icon of={TextCursorInput} />,
      onClick: open,
    });
  if (page)
    actions.push({
      key: 'page',
      label: 'Ver no site',
      icon: <Icon of={ExternalLink} />,
      to: page,
    });
  if (onDuplicate)
    actions.push({
      key: 'duplicate',
      label: 'Duplicar',
      icon: <Icon of={Copy} />,
      onClick: onDuplicate,
    });
  if (onUp)
    actions.push({
      key: 'up',
      label: 'Mover para cima',
      icon: <Icon of={ArrowUp} />,
      onClick: onUp,
    });
  if (onDown)
    actions.push({
      key: 'down',
      label: 'Mover para baixo',
      icon: <Icon of={ArrowDown} />,
      onClick: onDown,
    });
  if (onRemove)
    actions.push({
      key: 'remove',
      label: removal,
      icon: <Icon of={Trash2} />,
      onClick: onRemove,
      danger: true,
    });
  return actions;
}

/** Shows actions as buttons side by side, or in a menu where space is scarce. */
export function RowActions({
  name,
  actions,
  compact,
}: {
  name: string;
  actions: RowAction[];
  compact: boolean;
}) {
  if (compact) {
    return (
      <Suspense fallback={<span className="icon-btn" />}>
        <RowMenu label={`Ações de ${name}`} actions={actions} />
      </Suspense>
    );
  }
  return (
    <div className="row-actions" data-many={actions.length > 4 || undefined}>
      {actions.map(({ key, label, icon, to, download, onClick, danger }) => {
        const words = {
          'aria-label': `${label}: ${name}`,
          title: label,
          className: danger ? 'icon-btn icon-danger' : 'icon-btn',
        };
        if (to) {
          return (
            <OfficeLink key={key} to={to} {...words}>
              {icon}
            </OfficeLink>
          );
        }
        if (download) {
          return (
            <a
              key={key}
              href={download.href}
              download={download.name}
              target="_blank"
              rel="noopener"
              {...words}
            >
              {icon}
            </a>
          );
        }
        return (
          <button key={key} type="button" onClick={onClick} {...words}>
            {icon}
          </button>
        );
      })}
    </div>
  );
}
