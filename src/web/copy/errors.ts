/** Texts of the error screens: specification, section 2. */

export const notFoundCopy = {
  title: 'Oops! Page not found',
  lead: 'Esta página não existe ou mudou de endereço.',
  /** For a link with a secret: mail and chat programs sometimes cut such links. */
  link: 'Este link está incompleto ou não vale mais. Volte à mensagem e toque no link inteiro, ou copie-o até a última letra. Se ele não abrir, peça outro a quem o mandou.',
  /** For a page of an account: somebody else of the household may be signed in on this telephone. */
  ofAccount: (email: string) =>
    `Esta página não existe ou é de outra conta. Você entrou como ${email}. Se o link veio de um e-mail nosso, saia e entre com a conta que recebeu o e-mail.`,
  fileTitle: 'Arquivo não encontrado',
  file: 'Este arquivo não existe ou é de outra conta. Se o link veio de um e-mail nosso, volte à loja, saia e entre com a conta que recebeu o e-mail.',
  home: 'Voltar para o início',
  services: 'Ver os serviços',
} as const

export const crashCopy = {
  title: 'Ops! Algo deu errado',
  lead: 'Ocorreu um erro inesperado. Por favor, recarregue a página.',
  details: 'Detalhes do erro',
  reload: 'Recarregar Página',
  requestId: 'Código para o atendimento',
  status: 'Resposta',
} as const

/** Shown while the shop cannot reach its database. */
export const outageCopy = {
  title: 'Voltamos em instantes',
  lead: 'Tivemos uma falha passageira e já estamos cuidando dela. O que estava confirmado continua confirmado.',
  posted: 'Se você acabou de enviar alguma coisa, confira antes de enviar de novo: ela pode ter chegado.',
  retry: 'Tentar de novo',
} as const

/** Shown instead of a stored file that cannot be read. */
export const unreadableFileCopy = {
  title: 'Este arquivo não está disponível agora',
  lead: 'Não conseguimos abrir este arquivo. Tente de novo mais tarde. Se precisar dele hoje, fale com a gente.',
  reported: 'Nossa equipe já foi avisada e está cuidando disso.',
} as const

export const tooManyFilesCopy = {
  title: 'Você já está baixando outros arquivos',
  lead: 'Espere um deles terminar e tente de novo.',
} as const
