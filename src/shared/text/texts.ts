/** Texts that the specification fixes, for server and browser. */
export const texts = {
  fillAll: 'Por favor! preencha todos os campos',
  wrongFileType: 'Formato de arquivo não permitido.',
  needCode: 'Por favor! Informe o código de verificação',
  samePasswords: 'Por favor! Informe as senhas iguais',
  loginFailed: 'Não foi possível logar. Tente novamente',
  loginDone: 'Login efetuado com sucesso',
  recoverySent: 'Enviamos um e-mail para recuperação da sua senha',
  confirmDelete: 'Tem certeza que deseja excluir?',
  emptyList: 'Nenhum registro encontrado!',
  loading: 'Carregando...',
} as const;

/** Texts that several places use. */
export const noConnection = 'Sem conexão com o servidor. Confira a internet e tente de novo.';
export const instability = 'Estamos com uma instabilidade. Tente de novo em instantes.';
/** Message for a user who signed in with a generated password. */
export const PASSWORD_CHANGE_REQUIRED = 'Antes de continuar, troque no perfil a senha que foi dada a você.';
/** Returns the text with the request's id in the log, short enough to read out on the phone. */
export const requestCodeText = (code: string) => `Código\u00a0${code}`;
export const chooseFile = {
  image: 'Escolha uma imagem.',
  pdf: 'Escolha um arquivo PDF.',
  video: 'Escolha um vídeo.',
} as const;
export const unreadableImage = 'Não conseguimos ler esta imagem. Salve de novo e envie outra vez.';
export const fileTooLarge = (megabytes: number) =>
  `O arquivo passa de ${megabytes.toLocaleString('pt-BR')} MB. Escolha um menor.`;
