/** Texts for the state of a message, by channel: the same wherever the desk shows one. */
import type { MessageState } from '../../modules/notifications/public.ts'

export const messageStateWords = {
  queued: 'na fila',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  failed: 'não entregue',
  kept: 'guardada',
  dropped: 'não enviada',
} satisfies Record<MessageState, string>

/** Reasons why a message was not delivered, by the code that its channel reports. */
const failures: Readonly<Record<string, string>> = {
  unreachable: 'este endereço não recebe: outra mensagem já voltou',
  'no template': 'nenhum modelo aprovado no WhatsApp',
  'no answer': 'não houve resposta: pode ter chegado',
  lost: 'ficou parada na fila: pode não ter saído',
  '131026': 'o número não está no WhatsApp',
  '131047': 'já passou um dia da última mensagem da pessoa',
  '131049': 'o WhatsApp preferiu não entregar',
  '131050': 'a pessoa pediu ao WhatsApp para não receber',
  '130472': 'o WhatsApp preferiu não entregar',
  '130429': 'o WhatsApp limitou o envio',
  '131056': 'o WhatsApp limitou o envio',
  '131048': 'o WhatsApp limitou o envio',
  '132001': 'o modelo não existe no WhatsApp',
  '132015': 'o modelo está pausado no WhatsApp',
  '132016': 'o modelo foi desligado no WhatsApp',
}

const mailFailures: readonly (readonly [RegExp, string])[] = [
  [/^5\.1\./, 'o endereço não existe'],
  [/^[45]\.2\.2/, 'a caixa está cheia'],
  [/^5\.7\./, 'o servidor do destinatário recusou'],
  [/^4\./, 'o servidor do destinatário não atendeu'],
  [/ 55\d$/, 'o servidor do destinatário recusou'],
]

/** Returns the reason in plain words, otherwise the channel's own code; an empty string when there is none. */
export function failureWords(code: string | null): string {
  if (!code) return ''
  return failures[code] ?? mailFailures.find(([pattern]) => pattern.test(code))?.[1] ?? `motivo ${code}`
}
