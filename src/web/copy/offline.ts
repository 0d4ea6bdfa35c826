/** Texts shown when a page cannot reach the shop. */
export const offlineCopy = {
  title: 'Sem conexão',
  stays: 'O que você escreveu continua aqui. Assim que a internet voltar, é só continuar.',
  notSent: 'Nada foi enviado e nada se perdeu: tente de novo quando a internet voltar.',
  noAnswer: 'Não deu certo agora',
  noAnswerText: 'Nada se perdeu. Tente de novo em alguns instantes.',
} as const
