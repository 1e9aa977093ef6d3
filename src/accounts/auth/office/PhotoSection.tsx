import { ImageUp, Trash2 } from 'lucide';
import { useRef, useState } from 'react';
import { Avatar } from '../../../records/office/Avatar.tsx';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { setUser, withReauth } from '../../../records/office/session.ts';
import { failureText } from '../../../shared/failure.ts';
import { acceptOf } from '../../../shared/files/fileTypes.ts';
import { destroyPhoto, storePhoto, type User } from '../auth.contract.ts';

/** Section of the profile that uploads or removes the user's photo. A chosen file is saved at once. */
export function PhotoSection({ person }: { person: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState(person.photo ?? null);
  const [busy, setBusy] = useState<'store' | 'remove' | null>(null);
  const [problem, setProblem] = useState('');

  const run = async (
    what: 'store' | 'remove',
    call: () => Promise<{ data: { message: string; user: User } }>,
  ) => {
    setBusy(what);
    setProblem('');
    try {
      const { data } = await withReauth(call);
      setUser(data.user);
      setPhoto(data.user.photo ?? null);
      alert.success(data.message);
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      setProblem(failureText(failure));
    } finally {
      setBusy(null);
    }
  };
  const store = (file: File) =>
    run('store', () => callEndpoint(storePhoto, { body: {}, files: { photo: file } }));

  return (
    <Section title="Sua foto">
      <div className="profile-photo">
        <Avatar name={person.name} photo={photo} large />
        <div>
          <p className="field-hint">
            Aparece pequena no topo das telas e na lista de pessoas. Só a equipe vê.
          </p>
          <div className="profile-photo-acts">
            <input
              ref={input}
              type="file"
              accept={acceptOf('image')}
              hidden
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = '';
                if (file) store(file);
              }}
            />
            <Button
              variant="line"
              small
              busy={busy === 'store'}
              icon={<Icon of={ImageUp} />}
              onClick={() => input.current?.click()}
            >
              {photo ? 'Trocar foto' : 'Escolher foto'}
            </Button>
            {photo && (
              <Button
                variant="line"
                small
                busy={busy === 'remove'}
                icon={<Icon of={Trash2} />}
                onClick={() => run('remove', () => callEndpoint(destroyPhoto))}
              >
                Tirar foto
              </Button>
            )}
          </div>
          <div role="alert">
            <FieldError id="photo-error" text={problem || undefined} />
          </div>
        </div>
      </div>
    </Section>
  );
}
