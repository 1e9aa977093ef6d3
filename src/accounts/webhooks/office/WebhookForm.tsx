import { useController } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  getWebhook,
  storeWebhook,
  updateWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_RESOURCES,
  type Webhook,
} from '../webhook.contract.ts';
import { webhookScreens } from '../webhook.screens.ts';
import { ChoicesField } from './ChoicesField.tsx';

export const meta = screenMeta('Cadastro de webhook');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getWebhook, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function WebhookForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={webhookScreens.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} webhook={data} />}
    </LoadedContent>
  );
}

function Editor({ webhook }: { webhook?: Webhook }) {
  const edit = useEditForm({
    endpoint: webhook ? updateWebhook : storeWebhook,
    ...(webhook && { record: webhook }),
    values: {
      name: webhook?.name ?? '',
      address: webhook?.address ?? '',
      resources: webhook?.resources ?? ([] as string[]),
      events: webhook?.events ?? Object.keys(WEBHOOK_EVENTS),
      enabled: webhook?.enabled ?? true,
    },
    resource: { ...webhookScreens, personal: true },
    messageOnScreen: !webhook,
    targetAfterSave: ({ data }) => ({
      to: webhookScreens.at.show(data),
      state: 'secret' in data ? { secret: data.secret } : null,
    }),
  });
  const { control } = edit;
  const { field: enabled } = useController({ control, name: 'enabled' });
  return (
    <EditPage
      edit={edit}
      title={webhook?.name ?? 'Novo webhook'}
      description={
        webhook
          ? 'O que mudar aqui vale a partir do próximo aviso.'
          : 'Assim que for salvo, o segredo para conferir a assinatura aparece, uma vez só.'
      }
      back={{ to: webhook ? webhookScreens.at.show(webhook) : webhookScreens.at.list }}
      saveLabel="Salvar webhook"
    >
      <Section title="Para onde">
        <TextField
          control={control}
          name="name"
          label="Nome"
          autoComplete="off"
          hint="Como a equipe chama o outro sistema: Aplicativo, Painel das lojas."
        />
        <TextField
          control={control}
          name="address"
          label="Endereço"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          hint="Quem cuida do outro sistema diz qual é. Ele precisa estar na internet, com https."
        />
        <div className="field">
          <label className="check">
            <input
              type="checkbox"
              ref={enabled.ref}
              name="enabled"
              checked={enabled.value}
              onBlur={enabled.onBlur}
              onChange={({ target }) => enabled.onChange(target.checked)}
            />
            Ligado
          </label>
          <p className="field-hint">
            Desligado, nada é enviado, e o que acontecer enquanto isso não é avisado depois.
          </p>
        </div>
      </Section>
      <Section title="O que avisar">
        <ChoicesField control={control} name="events" label="Quando algo" choices={WEBHOOK_EVENTS} />
        <ChoicesField
          control={control}
          name="resources"
          label="De que conteúdo"
          choices={WEBHOOK_RESOURCES}
          all="Tudo o que o site mostra"
        />
      </Section>
    </EditPage>
  );
}
