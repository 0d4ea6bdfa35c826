/** Texts for the state of a message, by channel: the same wherever the desk shows one. */
import type { MessageState } from '../../modules/notifications/public.ts'

const warnOperator = 'avise quem cuida da instalação'

export const messageStateWords = {
  queued: 'na fila',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  failed: 'não entregue',
  kept: 'guardada',
  dropped: 'não enviada',
} satisfies Record<MessageState, string>

const ownReasons: Readonly<Record<string, string>> = {
  unreachable: 'este endereço não recebe: outra mensagem já voltou',
  'no template': 'nenhum modelo aprovado no WhatsApp',
  'no answer': 'não houve resposta: pode ter chegado',
  lost: 'ficou parada na fila: pode não ter saído',
  'not a single e-mail address': 'o endereço de e-mail não é válido; confira com a pessoa',
  'not an E.164 telephone number': 'o telefone não é válido; confira com a pessoa',
}

/** Reasons why a message was not delivered, by the code that its channel reports, with what to do. The first one applies. */
const failures: readonly (readonly [RegExp, string])[] = [
  [/^131026$/, 'o número não está no WhatsApp'],
  [/^131021$/, 'o número é o da própria loja'],
  [/^131047$/, 'já passou um dia da última mensagem da pessoa'],
  [/^(?:131049|130472)$/, 'o WhatsApp preferiu não entregar'],
  [/^131050$/, 'a pessoa pediu ao WhatsApp para não receber'],
  [/^(?:130429|131056|131048)$/, 'o WhatsApp limitou o envio'],
  [/^132001$/, 'o modelo não existe no WhatsApp'],
  [/^132015$/, 'o modelo está pausado no WhatsApp'],
  [/^132016$/, 'o modelo foi desligado no WhatsApp'],
  [/^132\d{3}$/, 'o texto não cabe no modelo aprovado no WhatsApp'],
  [/^(?:190|10|2\d\d|131005|status 40[13])$/, `o WhatsApp não aceita o acesso da loja; ${warnOperator}`],
  [/^status 5\d\d$/, 'o WhatsApp não conseguiu responder; envie outra vez mais tarde'],
  [/^(?:status )?\d+$/, `o WhatsApp recusou; ${warnOperator}`],
  [/^5\.1\./, 'o endereço não existe'],
  [/^[45]\.2\.2/, 'a caixa está cheia'],
  [/^5\.7\./, 'o servidor do destinatário recusou'],
  [/^4\./, 'o servidor do destinatário não atendeu'],
  [/^(?:EAUTH|ENOAUTH|EOAUTH2)\b/, `o servidor de e-mail não aceita a senha da loja; ${warnOperator}`],
  [/ 5\d\d$/, 'o servidor do destinatário recusou'],
  [/ 4\d\d$/, 'o servidor de e-mail pediu que se espere; envie outra vez mais tarde'],
  [/CERT|TLS|SSL|SIGNATURE/, `a conexão não é segura, e nada foi enviado; ${warnOperator}`],
  [
    /^(?:ESOCKET|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPIPE|EDNS|EABORT|AbortError|TimeoutError)/,
    'a loja não conseguiu falar com o servidor que envia; veja se ele voltou e envie outra vez',
  ],
]

/** Returns the reason in plain words, with the channel's own code as a detail; an empty string when there is none. */
export function failureWords(code: string | null): string {
  if (!code) return ''
  const known = failures.find(([pattern]) => pattern.test(code))?.[1]
  return ownReasons[code] ?? `${known ?? `o envio falhou; ${warnOperator}`} (${code})`
}
