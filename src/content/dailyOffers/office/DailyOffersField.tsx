import { Images, ImageUp } from 'lucide';
import { lazy, type RefObject, Suspense, useId, useMemo, useRef, useState } from 'react';
import { type FieldError as FormError, useController } from 'react-hook-form';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { useFileChoice } from '../../../records/office/gallery/useFileChoice.ts';
import { useFocusBeside } from '../../../records/office/gallery/useFocusBeside.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { Sortable } from '../../../records/office/rows/SortableRows.tsx';
import { RefusedFiles, refusedFileIds } from '../../../records/office/upload/RefusedFiles.tsx';
import { useDrop } from '../../../records/office/upload/useDrop.ts';
import { acceptOf } from '../../../shared/files/fileTypes.ts';
import type { ImageFile } from '../../../shared/files/image.ts';
import { plural } from '../../../shared/text/plural.ts';
import { newItemKey } from '../dailyOfferItems.ts';
import { type DailyOffersOfDays, MAX_OFFERS_PER_DAY } from '../dailyOffers.contract.ts';
import type { LeafletForm } from './DailyLeafletPage.tsx';
import { DailyOfferItemCard } from './DailyOfferItem.tsx';
import type { CarriedOver, useOffers } from './useDailyOffers.browser.ts';

const PictureDialog = lazy(() => import('../../../records/office/picture/PictureDialog.tsx'));

/** Returns the error of the server for one picture, such as «offers.3.picture». */
const refusedAt = (error: FormError | undefined, at: number): string | undefined => {
  const found = Object.entries(error?.types ?? {}).find(([name]) => name.startsWith(`offers.${at}.`));
  return found && String(found[1]);
};

export function Offers({
  leaflets: { days, last },
  control,
  offers,
  carriedOver,
  children,
}: {
  leaflets: DailyOffersOfDays;
  offers: ReturnType<typeof useOffers>;
  carriedOver: RefObject<CarriedOver>;
  children: React.ReactNode;
} & Pick<LeafletForm, 'control'>) {
  const { items, changeItem, moveItem, uploadOf } = offers;
  const shell = useField({ control, name: 'offers', label: 'Fotos', required: false }, false);
  const { field, fieldState } = useController({ control, name: 'offers' });
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<ReadonlyMap<string, ImageFile>>(new Map());
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement | null>(null);
  const hint = useId();
  const stored = useMemo(
    () =>
      new Map(
        [...days, ...(last ? [last] : [])].flatMap(({ offers }) =>
          offers.map(({ picture, photos }) => [picture, photos] as const),
        ),
      ),
    [days, last],
  );
  const standing = useMemo(
    () => new Map(days.flatMap(({ offers }) => offers.map(({ uuid, publication }) => [uuid, publication]))),
    [days],
  );
  const { buttonRef, beside } = useFocusBeside(
    items.map(({ key }) => key),
    input,
  );
  const { take, refused, dismiss } = useFileChoice({
    chosen: items,
    most: MAX_OFFERS_PER_DAY,
    onTake: (taken) => {
      offers.addFiles(taken);
      setSaid(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}.`);
    },
  });
  const drop = useDrop(take);
  const bare = items.filter(({ alt, decorative }) => !decorative && alt.trim() === '').length;
  const refusedId = `${shell.inputId}-refused`;
  const told = items.some((_, at) => refusedAt(fieldState.error, at));
  return (
    <div className="leaflet-drop" data-invalid={shell.error ? true : undefined} {...drop}>
      <div className="drop-zone">
        <input
          type="file"
          multiple
          {...shell.aria}
          aria-describedby={
            [shell.aria['aria-describedby'], refusedFileIds(refused, refusedId)].filter(Boolean).join(' ') ||
            undefined
          }
          className="sr-only"
          accept={acceptOf('image')}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          onBlur={field.onBlur}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <label className="drop-words" htmlFor={shell.inputId}>
          <Icon of={ImageUp} />
          <span>
            <b>Arraste ou cole as fotos aqui</b> ou <span className="link">escolha no computador</span>. JPG
            ou PNG, todas de uma vez, até {MAX_OFFERS_PER_DAY} por dia.
          </span>
        </label>
        <div className="drop-tools">
          {children}
          <Button variant="line" small icon={<Icon of={Images} />} onClick={() => setPicking(true)}>
            Escolher da biblioteca
          </Button>
        </div>
      </div>
      {refused.length > 0 && (
        <ul className="refused-files" aria-label="Arquivos que não vão">
          <RefusedFiles
            refused={refused}
            id={refusedId}
            onRemove={(key) => {
              dismiss(key);
              input.current?.focus();
            }}
          />
        </ul>
      )}
      <FieldError id={`${shell.inputId}-error`} text={told ? undefined : shell.error} />
      {items.length > 0 && (
        <p className="field-hint" id={hint}>
          Diga em poucas palavras o que a foto é; as ofertas vão no texto da imagem.
          {bare > 0 && ` Falta em ${plural(bare, 'foto', 'fotos')}, e dá para salvar sem.`}
        </p>
      )}
      <Sortable rows={items.map(({ key }, at) => ({ id: key, name: `foto ${at + 1}` }))} onMove={moveItem}>
        <ol className="leaflet-offers" aria-label="Fotos, na ordem em que aparecem">
          {items.map((item, at) => {
            const upload = uploadOf(item);
            return (
              <DailyOfferItemCard
                key={item.key}
                item={item}
                place={at + 1}
                file={carriedOver.current.files.get(item.key)}
                stored={stored.get(item.picture) ?? picked.get(item.picture)}
                publication={standing.get(item.key)}
                upload={upload}
                refused={refusedAt(fieldState.error, at)}
                hint={hint}
                removeRef={buttonRef(item.key)}
                onChange={(values) => changeItem(item.key, values)}
                onBlur={field.onBlur}
                onRemove={() => {
                  const next = beside(item.key);
                  offers.remove(item);
                  next?.focus();
                }}
                onRetry={() => upload && offers.retry(upload.id)}
                onUp={at > 0 ? () => moveItem(at, at - 1) : undefined}
                onDown={at < items.length - 1 ? () => moveItem(at, at + 1) : undefined}
              />
            );
          })}
        </ol>
      </Sortable>
      <p className="sr-only" role="status">
        {said}
      </p>
      {picking && (
        <Suspense>
          <PictureDialog
            onChoose={({ uuid, file, name }) => {
              setPicking(false);
              const there = items.findIndex(({ picture }) => picture === uuid);
              if (there >= 0) {
                alert.info('Esta foto já está aqui', `É a foto ${there + 1}.`);
                return;
              }
              setPicked(new Map(picked).set(uuid, file));
              offers.addItems([
                { key: newItemKey(), picture: uuid, name, alt: '', decorative: false, text: '' },
              ]);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
