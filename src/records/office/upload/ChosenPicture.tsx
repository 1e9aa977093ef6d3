import { CircleAlert } from 'lucide';
import { unreadableImage } from '../../../shared/text/texts.ts';
import { Icon } from '../Icon.tsx';
import { usePreview } from './usePreview.ts';
import { useUnreadable } from './useUnreadable.ts';

/** A chosen picture, or the message that it cannot be read. */
export function ChosenPicture({ file, alt }: { file: File; alt: string }) {
  const preview = usePreview(file);
  if (useUnreadable(file))
    return (
      <p className="field-error" role="alert">
        <Icon of={CircleAlert} />
        {unreadableImage}
      </p>
    );
  return preview && <img src={preview} alt={alt} />;
}
