import { formatBRL } from '../../core/money.ts'
import type { VehicleProposal } from './domain/proposal.ts'

/** What the person who asked reads. */
export function proposalReceived(proposal: VehicleProposal): { subject: string; text: string } {
  return {
    subject: 'Recebemos o seu pedido de financiamento',
    text: [
      `Olá, ${proposal.name.split(' ')[0]}.`,
      '',
      `Recebemos o seu pedido de proposta para ${vehicle(proposal)}, no valor de ${formatBRL(proposal.vehicleValue)}.`,
      '',
      'O que acontece agora: um consultor compara as condições das instituições e fala com você em até 24 horas, em dia útil.',
      'Este pedido não custa nada e não obriga você a contratar.',
      '',
      'Se não foi você quem pediu, responda a esta mensagem e apagamos os dados.',
    ].join('\n'),
  }
}

/** What the team reads: no document, no income; those are at the desk. */
export function proposalForTeam(proposal: VehicleProposal): { subject: string; text: string } {
  return {
    subject: 'Nova proposta de financiamento de veículo',
    text: `${proposal.name} pediu uma proposta para ${vehicle(proposal)}, no valor de ${formatBRL(proposal.vehicleValue)}.`,
  }
}

function vehicle({ vehicleBrand, vehicleModel, vehicleYear }: VehicleProposal): string {
  return `${vehicleBrand} ${vehicleModel} ${vehicleYear}`
}
