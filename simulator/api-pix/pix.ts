import { randomUUID } from 'node:crypto'
import { centavosOfDecimal, decimal } from '../money.ts'
import { Problem } from './problem.ts'

export type ReturnStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

/** A return (devolução) in API format. */
export interface Return {
  id: string
  rtrId: string
  valor: string
  natureza: string
  horario: { solicitacao: string; liquidacao?: string }
  status: ReturnStatus
}

/** A received Pix in API format. */
export interface Pix {
  endToEndId: string
  txid?: string
  valor: string
  componentesValor?: Record<string, { valor: string }>
  chave: string
  horario: string
  devolucoes?: Return[]
}

const returnWindowMs = 90 * 24 * 60 * 60 * 1000

export function createReceivedPix({
  amount,
  txid,
  parts = {},
  key,
  now,
}: {
  amount: number
  txid?: string
  parts?: Record<string, number>
  key: string
  now: Date
}): Pix {
  const components = Object.entries(parts).filter(([name, part]) => part > 0 || name === 'original')
  return {
    endToEndId: transferId('E', now),
    ...(txid && { txid }),
    valor: decimal(amount),
    ...(components.length > 0 && {
      componentesValor: Object.fromEntries(
        components.map(([name, part]) => [name, { valor: decimal(part) }]),
      ),
    }),
    chave: key,
    horario: now.toISOString(),
  }
}

/**
 * Requests a return. Refuses an id that is already used (even by an identical request, as the standard does), more than the
 * remaining amount, and a Pix over 90 days old.
 */
export function requestReturn(
  pix: Pix,
  { id, amount, nature, now }: { id: string; amount: number; nature: string; now: Date },
): Return {
  const returns = pix.devolucoes ?? []
  const returned = returns
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((total, { valor }) => total + (centavosOfDecimal(valor) ?? 0), 0)
  const refuse = (razao: string, propriedade: string) =>
    new Problem(400, 'PixDevolucaoInvalida', { razao, propriedade })
  if (returns.some((existing) => existing.id === id)) throw refuse('O id já foi utilizado.', 'devolucao.id')
  if (amount <= 0 || returned + amount > (centavosOfDecimal(pix.valor) ?? 0)) {
    throw refuse('A soma das devoluções excederia o valor do Pix.', 'devolucao.valor')
  }
  if (now.getTime() - Date.parse(pix.horario) > returnWindowMs) {
    throw refuse('O Pix foi liquidado há mais de 90 dias.', 'pix.horario')
  }
  const created: Return = {
    id,
    rtrId: transferId('D', now),
    valor: decimal(amount),
    natureza: nature,
    horario: { solicitacao: now.toISOString() },
    status: 'EM_PROCESSAMENTO',
  }
  pix.devolucoes = [...returns, created]
  return created
}

export function completeReturn(pending: Return, status: ReturnStatus, now: Date): void {
  pending.status = status
  if (status === 'DEVOLVIDO') pending.horario.liquidacao = now.toISOString()
}

/** Generates an id: 'E' (Pix) or 'D' (return), the bank's ISPB, the minute and eleven random characters. */
function transferId(letter: 'E' | 'D', now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12)
  return `${letter}12345678${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`
}
