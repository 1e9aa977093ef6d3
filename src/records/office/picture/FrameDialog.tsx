import { Dialog } from '@base-ui/react/dialog';
import { Check, RotateCcw } from 'lucide';
import { type PointerEvent, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { FOCUS_STEP, type PictureFrame, roundFocus } from '../../../shared/files/image.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';

interface Size {
  width: number;
  height: number;
}

const MAX_ZOOM = 4;
/** Width of the drawing's coordinate system. */
const UNITS = 1000;

const SHAPES: readonly [label: string, aspect: number | null][] = [
  ['Como está', null],
  ['Paisagem, 16 × 9', 16 / 9],
  ['Paisagem, 4 × 3', 4 / 3],
  ['Quadrada', 1],
  ['Retrato, 3 × 4', 3 / 4],
  ['Cartaz, 2 × 3', 2 / 3],
  ['Banner, 1440 × 600', 1440 / 600],
];

const ORIGIN = { x: 0, y: 0 };
const MIDDLE = { x: 50, y: 50 };

/** A place that shows the picture and crops it further. */
export interface PictureView {
  label: string;
  aspect: number;
  /** The point that stays visible if the picture has no focal point of its own, in percent. */
  focus: { x: number; y: number };
}

/** Dialog for the crop of a picture, and the focal point that stays visible where pages crop it further. */
export default function FrameDialog({
  src,
  start,
  views = [],
  onDone,
  onClose,
}: {
  /** Address of the whole picture. */
  src: string;
  start: PictureFrame;
  /** Places that show the picture, for a look at the result. */
  views?: readonly PictureView[] | undefined;
  onDone: (frame: PictureFrame) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [size, setSize] = useState<Size | null>(null);
  const [shape, setShape] = useState(0);
  const [position, setPosition] = useState(ORIGIN);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [focus, setFocus] = useState(start.focus);
  /** Counts resets. */
  const [resets, setResets] = useState(0);

  const ownAspect = size ? size.width / size.height : 1;
  const initialCrop = resets === 0 ? start.crop : null;
  const initialAspect = initialCrop ? (initialCrop.width / initialCrop.height) * ownAspect : ownAspect;
  const aspect = SHAPES[shape]?.[1] ?? initialAspect;
  const crop = area && !isWhole(area) ? area : null;

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog frame-dialog">
            <Dialog.Title className="dialog-title">Corte e ponto de atenção</Dialog.Title>
            <Dialog.Description className="dialog-text">
              A imagem inteira fica guardada: dá para mudar depois.
            </Dialog.Description>
            <div className="frame-parts">
              <div>
                <div className="frame-crop">
                  <Cropper
                    key={resets}
                    image={src}
                    crop={position}
                    zoom={zoom}
                    maxZoom={MAX_ZOOM}
                    aspect={aspect}
                    onCropChange={setPosition}
                    onZoomChange={setZoom}
                    onCropAreaChange={(next) => isMeasured(next) && setArea(next)}
                    onMediaLoaded={({ naturalWidth, naturalHeight }) =>
                      setSize({ width: naturalWidth, height: naturalHeight })
                    }
                    {...(initialCrop && { initialCroppedAreaPercentages: initialCrop })}
                    keyboardStep={8}
                    disableAutomaticStylesInjection
                    cropperProps={{ role: 'group', 'aria-label': 'Corte: mova com as setas' }}
                    mediaProps={{ alt: '' }}
                  />
                </div>
                <div className="frame-fields">
                  <label htmlFor={`${id}-shape`}>Formato</label>
                  <select
                    id={`${id}-shape`}
                    className="input"
                    value={shape}
                    onChange={(event) => setShape(Number(event.target.value))}
                  >
                    {SHAPES.map(([label], index) => (
                      <option key={label} value={index}>
                        {label}
                      </option>
                    ))}
                  </select>
                  <label htmlFor={`${id}-zoom`}>Aproximar</label>
                  <input
                    id={`${id}-zoom`}
                    type="range"
                    min={1}
                    max={MAX_ZOOM}
                    step={0.05}
                    value={zoom}
                    onChange={(event) => setZoom(Number(event.target.value))}
                  />
                </div>
              </div>
              <FocusPoint id={id} src={src} size={size} crop={crop} focus={focus} onChange={setFocus} />
            </div>
            {size && views.length > 0 && (
              <ul className="frame-views" aria-label="Como vai aparecer">
                {views.map((view) => (
                  <li key={view.label}>
                    <svg
                      viewBox={visiblePart(size, crop, view, focus).join(' ')}
                      style={{ aspectRatio: view.aspect }}
                      role="img"
                      aria-label={`Imagem ${view.label.toLowerCase()}`}
                    >
                      <image href={src} width={UNITS} height={heightOf(size)} preserveAspectRatio="none" />
                    </svg>
                    <p aria-hidden="true">{view.label}</p>
                  </li>
                ))}
              </ul>
            )}
            <div className="dialog-actions">
              <Button
                variant="line"
                icon={<Icon of={RotateCcw} />}
                onClick={() => {
                  setResets(resets + 1);
                  setShape(0);
                  setZoom(1);
                  setPosition(ORIGIN);
                  setFocus(null);
                }}
              >
                Imagem inteira
              </Button>
              <Button variant="line" onClick={onClose}>
                Voltar
              </Button>
              <Button
                variant="red"
                icon={<Icon of={Check} />}
                onClick={() => onDone({ crop: crop && rounded(crop), focus })}
              >
                Usar assim
              </Button>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function FocusPoint({
  id,
  src,
  size,
  crop,
  focus,
  onChange,
}: {
  id: string;
  src: string;
  size: Size | null;
  crop: Area | null;
  focus: PictureFrame['focus'];
  onChange: (focus: PictureFrame['focus']) => void;
}) {
  const { x, y } = focus ?? MIDDLE;
  const height = heightOf(size);
  const box = boxOf(size, crop);
  const [left, top, boxWidth, boxHeight] = box;
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<Element>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({
      x: roundFocus(((clientX - left) / width) * 100),
      y: roundFocus(((clientY - top) / height) * 100),
    });
  };
  const slider = (name: string, label: string, value: number, change: (value: number) => void) => (
    <>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="range"
        min={0}
        max={100}
        step={FOCUS_STEP}
        value={value}
        onChange={(event) => change(Number(event.target.value))}
      />
    </>
  );
  return (
    <div>
      <svg
        className="frame-focus"
        viewBox={box.join(' ')}
        onPointerDown={point}
        role="img"
        aria-label="Imagem cortada, com o ponto de atenção"
      >
        <image href={src} width={UNITS} height={height} preserveAspectRatio="none" />
        <circle
          cx={left + (x / 100) * boxWidth}
          cy={top + (y / 100) * boxHeight}
          r={Math.max(boxWidth, boxHeight) / 24}
        />
      </svg>
      <p className="field-hint">Toque no que importa: fica à vista onde a página cortar a imagem.</p>
      <div className="frame-fields">
        {slider('x', 'Na horizontal', x, (value) => onChange({ x: value, y }))}
        {slider('y', 'Na vertical', y, (value) => onChange({ x, y: value }))}
      </div>
    </div>
  );
}

type Box = [left: number, top: number, width: number, height: number];

/** Returns the height of the whole picture in units of the drawing. */
const heightOf = (size: Size | null) => (size ? (UNITS * size.height) / size.width : UNITS);

/** Returns the cropped part in units of the drawing. */
function boxOf(size: Size | null, crop: Area | null): Box {
  const height = heightOf(size);
  const { x, y, ...part } = crop ?? { x: 0, y: 0, width: 100, height: 100 };
  return [x, y, part.width, part.height].map(
    (percent, index) => (percent / 100) * (index % 2 === 0 ? UNITS : height),
  ) as Box;
}

/** Returns the part that `view` shows, as `object-fit: cover` and `object-position` do. */
function visiblePart(size: Size, crop: Area | null, view: PictureView, focus: PictureFrame['focus']): Box {
  const [left, top, width, height] = boxOf(size, crop);
  const { x, y } = focus ?? view.focus;
  const shownWidth = Math.min(width, height * view.aspect);
  const shownHeight = Math.min(height, width / view.aspect);
  return [
    left + (width - shownWidth) * (x / 100),
    top + (height - shownHeight) * (y / 100),
    shownWidth,
    shownHeight,
  ];
}

/** The cropper reports NaN for a resize before its picture is loaded. */
const isMeasured = ({ x, y, width, height }: Area) => [x, y, width, height].every(Number.isFinite);

const isWhole = ({ width, height }: Area) => width > 99.5 && height > 99.5;

const rounded = ({ x, y, width, height }: Area) => {
  const round = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
};
