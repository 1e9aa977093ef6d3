import { type PlanEvent, planVerb } from '../../../shared/planEvents.ts';
import type { Resource } from '../../../shared/resource.ts';
import { formatDate, formatInstant } from '../../../shared/text/format.ts';
import { resourceOf } from '../../define/resources.ts';

/** Verbs of audit entries; the name of the user precedes them. */
const VERBS: Record<string, string> = {
  create: 'adicionou',
  update: 'alterou',
  delete: 'excluiu',
  erase: 'apagou para sempre',
  purge: 'apagou, por causa do prazo,',
  restore: 'trouxe de volta',
  publish: 'pôs no site',
  withdraw: 'tirou do site',
  draft: 'guardou uma mudança para depois n',
  schedule: 'agendou algo n',
  drop: 'descartou uma mudança que esperava n',
  refuse: 'não conseguiu publicar na hora marcada',
  open: 'abriu o currículo de',
  stage: 'mudou a etapa de',
  note: 'anotou algo n',
  unnote: 'apagou uma anotação n',
  message: 'mandou um e-mail sobre',
  find: 'consultou os dados de uma pessoa n',
  export: 'baixou os dados de uma pessoa n',
  forget: 'apagou os dados de uma pessoa n',
  add_images: 'pôs fotos n',
  describe_images: 'mudou textos de fotos n',
  recut_images: 'mudou o corte de fotos n',
  remove_images: 'tirou fotos n',
  order_images: 'mudou a ordem das fotos n',
};

const ACCOUNTS: Record<string, string> = {
  create: 'criou uma conta',
  update: 'alterou uma conta',
  delete: 'excluiu uma conta',
  login: 'entrou',
  logout: 'saiu',
  change_email: 'trocou o e-mail',
  change_password: 'trocou a senha',
  reset_password: 'fez uma senha nova',
  request_recovery: 'pediu um código para fazer uma senha nova',
  verify_recovery: 'confirmou o código que recebeu',
  invite: 'convidou uma pessoa',
  reinvite: 'mandou de novo um convite',
  accept_invitation: 'aceitou o convite',
  access: 'mudou o que uma pessoa pode',
  disable: 'desativou uma conta',
  enable: 'ativou uma conta',
  photo: 'trocou a própria foto',
  unphoto: 'tirou a própria foto',
  end_sessions: 'encerrou as sessões de uma conta',
  end_session: 'encerrou uma sessão sua',
  replace_session: 'encerrou, ao entrar, a sessão de antes',
  new_device: 'entrou em um aparelho novo',
  shared_session: 'teve uma sessão em uso em dois lugares',
  login_refused: 'recusou uma entrada',
  login_locked: 'parou tentativas de entrada que vinham demais',
  second_factor_refused: 'recusou um código da verificação em duas etapas',
  second_factor_locked: 'parou tentativas de código que vinham demais',
  passkey_refused: 'recusou uma chave de acesso',
  passkey_locked: 'parou tentativas de chave de acesso que vinham demais',
  password_refused: 'errou a senha atual',
  password_locked: 'errou a senha atual vezes demais',
  recovery_locked: 'parou pedidos de código que vinham demais',
  recovery_unmailed: 'recebeu um pedido de código para um e-mail sem conta',
  code_refused: 'recusou um código que não vale',
  code_locked: 'parou tentativas de código que vinham demais',
  reset_refused: 'recusou uma senha nova',
  reset_locked: 'parou pedidos de senha nova que vinham demais',
  forbidden: 'tentou fazer o que o seu papel não deixa',
  session_refused: 'recusou uma sessão que já terminou, ou que nunca houve',
  limit: 'parou pedidos que vinham demais',
  token_refused: 'recusou um token que não vale',
  token_locked: 'recusou muitos tokens que não valem',
  start_second_factor: 'começou a ligar um aplicativo autenticador',
  second_factor_app_on: 'ligou um aplicativo autenticador',
  second_factor_app_off: 'desligou o aplicativo autenticador',
  second_factor_passkey_on: 'criou uma chave de acesso',
  second_factor_passkey_off: 'tirou uma chave de acesso',
  second_factor_factors_off: 'desligou a verificação em duas etapas de uma conta',
  renew_recovery_codes: 'fez códigos de recuperação novos',
  use_recovery_code: 'usou um código de recuperação',
};

const ROLES: Record<string, string> = {
  create: 'criou um papel',
  update: 'alterou um papel',
  delete: 'excluiu um papel',
};

/** Verbs of personal-data requests. They do not name the person. */
const PERSONAL_DATA: Record<string, string> = {
  find: 'consultou os dados de uma pessoa',
  export: 'baixou os dados de uma pessoa',
  forget: 'apagou os dados de uma pessoa',
};

const TOKENS: Record<string, string> = {
  create: 'criou um token',
  update: 'alterou um token',
  delete: 'revogou um token',
  remind: 'avisou que um token vai vencer',
  forbidden: 'tentou fazer o que o seu token não deixa',
  limit: 'fez pedidos demais com o seu token',
};

const WEBHOOKS: Record<string, string> = {
  create: 'criou um webhook',
  update: 'alterou um webhook',
  delete: 'excluiu um webhook',
  renew_secret: 'fez um segredo novo para um webhook',
  test: 'mandou um aviso de teste de um webhook',
  resend: 'mandou de novo um aviso de um webhook',
  switch_off: 'desligou um webhook',
};

const LEAFLETS: Record<string, string> = {
  create: 'fez um cartaz das ofertas',
  delete: 'apagou um cartaz das ofertas',
};

/** Describes an audit entry: «Lúcia alterou a receita». */
export function auditText({
  action,
  entity,
  user_name,
  uuid,
  plan,
}: {
  action: string;
  entity: string;
  user_name: string | null;
  /** Null if the entry is about several records. */
  uuid?: string | null;
  /** The plan that the entry is about. */
  plan?: PlanEvent | null;
}): string {
  const who = user_name ?? 'O sistema';
  if (entity === 'user') return `${who} ${ACCOUNTS[action] ?? 'mexeu numa conta'}`;
  if (entity === 'roles') return `${who} ${ROLES[action] ?? 'mexeu num papel'}`;
  if (entity === 'personal_data') return `${who} ${PERSONAL_DATA[action] ?? 'mexeu em dados de pessoas'}`;
  if (entity === 'tokens') return `${who} ${TOKENS[action] ?? 'mexeu num token'}`;
  if (entity === 'webhooks') return `${who} ${WEBHOOKS[action] ?? 'mexeu em um webhook'}`;
  if (entity === 'leaflets') return `${who} ${LEAFLETS[action] ?? 'mexeu em um cartaz das ofertas'}`;
  const known = resourceOf(entity);
  if (!known) return `${who} fez uma mudança`;
  if (action === 'order') return `${who} mudou a ordem d${known.many}`;
  if (action === 'update' && uuid === null) return `${who} ${VERBS.update} ${known.many}`;
  const verb = (plan && planVerb(plan)) ?? VERBS[action] ?? 'mexeu n';
  // «n» and «d» join the article: «na receita», «numa candidatura», «da receita».
  return / [nd]$/.test(verb) ? `${who} ${verb}${known.one}` : `${who} ${verb} ${known.one}`;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Returns the title of a record from its content; null if it has none. Resources declare which titles are
 * dates.
 */
export function titleOf(known: Resource | undefined, data: object | null | undefined): string | null {
  if (!known?.title || !data || !(known.title in data)) return null;
  const title = (data as Record<string, unknown>)[known.title];
  if (title === null || title === undefined) return null;
  const text = String(title);
  if (!known.titleIs) return text;
  // The log names a week of screenings by its first day.
  return known.titleIs === 'day' || text.length === DAY_LENGTH ? formatDate(text) : formatInstant(text);
}
