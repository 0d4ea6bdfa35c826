import { type WrittenMessage, write } from '../notifications/index.server.ts'
import { answerTime } from './wordings.ts'

/**
 * To the team: a new proposal, without its words, which only the desk shows. A mailbox keeps data that an erasure does not reach,
 * and a visitor could otherwise write to the team in our name.
 */
export function proposalForTeam(deskUrl: string): WrittenMessage {
  return write({
    subject: 'Nova proposta de financiamento de veículo',
    title: 'Um novo pedido de financiamento',
    preheader: `Responder em até ${answerTime}, em dia útil.`,
    lines: [`Há um pedido de proposta. Responda em até ${answerTime}, em dia útil.`],
    action: { label: 'Abrir o pedido', url: deskUrl },
  })
}
