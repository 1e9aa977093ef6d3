/** Texts that the specification fixes; used by server and browser alike. */
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

/** Further texts that more than one place says. */
export const noConnection = 'Sem conexão com o servidor. Confira a internet e tente de novo.';
export const instability = 'Estamos com uma instabilidade. Tente de novo em instantes.';
/** Said at the door to whoever signed in with a password that was printed. */
export const OWN_PASSWORD_FIRST = 'Antes de continuar, troque no perfil a senha que foi dada a você.';
/** By which the log knows what failed; short enough for the phone. */
export const tellCode = (code: string) => `Código\u00a0${code}`;
export const chooseFile = {
  image: 'Escolha uma imagem.',
  pdf: 'Escolha um arquivo PDF.',
  video: 'Escolha um vídeo.',
} as const;
export const fileTooLarge = (megabytes: number) =>
  `O arquivo passa de ${megabytes.toLocaleString('pt-BR')} MB. Escolha um menor.`;
