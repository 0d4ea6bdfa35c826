/** Texts of the desk about messages that do not leave. */
import { numberText } from '../../core/text.ts'
import type { ChannelName } from '../../modules/notifications/public.ts'

export const stoppagesCopy = {
  label: 'Mensagens que não saem',
  refusing: {
    email: (since) => `O servidor de e-mail não aceita mensagens desde ${since}.`,
    whatsapp: (since) => `O WhatsApp não aceita mensagens desde ${since}.`,
  } satisfies Record<ChannelName, (since: string) => string>,
  unworked: (since: string) =>
    `Nenhuma mensagem é enviada desde ${since}: parece que nenhum worker está no ar.`,
  waits(count: number, isMore: boolean) {
    if (isMore) return `Mais de ${numberText(count)} mensagens esperam.`
    if (count === 0) return 'Nenhuma espera agora.'
    return count === 1 ? '1 mensagem espera.' : `${numberText(count)} mensagens esperam.`
  },
  why: (channel: ChannelName, code: string | null) => {
    if (!code) return ''
    const known = reasons[channel].find(([pattern]) => pattern.test(code))?.[1]
    return `Na última tentativa: ${known ?? `motivo ${code}`}.`
  },
  checkChannel:
    'Quem cuida da instalação roda npm run doctor; o que fazer está em docs/operar.md. As mensagens saem sozinhas quando voltar a aceitar; as que desistirem antes ficam em Não entregues.',
  startWorker:
    'Quem cuida da instalação inicia o worker e vê no log por que parou (docs/operar.md). As mensagens saem sozinhas quando ele voltar.',
  seeWaiting: 'Ver as que esperam',
  seeFailed: 'Ver as não entregues',
} as const

/** Reasons why a channel accepts nothing, by the code that it reports. */
const reasons: Readonly<Record<ChannelName, readonly (readonly [RegExp, string])[]>> = {
  email: [
    [/^EAUTH/, 'o servidor recusou o usuário ou a senha de SMTP_URL'],
    [/CERT|VERIFY|SIGNED/, 'o certificado do servidor não serve'],
    [/^ETLS/, 'o servidor não oferece conexão cifrada'],
    [/^EDNS|ENOTFOUND|EAI_AGAIN/, 'o nome do servidor em SMTP_URL não foi encontrado'],
    [/^EENVELOPE 5/, 'o servidor recusou o remetente, MAIL_FROM'],
    [/ 4\d\d$/, 'o servidor pediu que se espere'],
    [/^(?:ECONNECTION|EPROTOCOL|ESOCKET|ETIMEDOUT|ABORT)/, 'o servidor não atendeu, ou cortou a conexão'],
  ],
  whatsapp: [
    [/^190$/, 'a Meta recusou WHATSAPP_ACCESS_TOKEN'],
    [/^(?:130429|131048)$/, 'o WhatsApp limitou o envio'],
    [/^status 5/, 'a Meta respondeu com um erro dela'],
    [/^[a-zA-Z]/, 'a Meta não atendeu'],
  ],
}
