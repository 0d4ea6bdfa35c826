import { brCode } from '../br-code.ts'
import { centavosOfDecimal } from '../money.ts'
import { isCnpj, isCpf } from '../tax-ids.ts'
import { addDays, dayOf, daysBetween, nextBusinessDay } from './business-days.ts'
import type { Pix } from './pix.ts'
import { Problem, type Violation } from './problem.ts'

export type Kind = 'cob' | 'cobv'

/** Request body, already validated against the contract if there is one. */
export interface ChargeBody {
  calendario: { expiracao?: number; dataDeVencimento?: string; validadeAposVencimento?: number }
  devedor?: { cpf?: string; cnpj?: string; nome: string }
  valor: {
    original: string
    multa?: { modalidade: number; valorPerc: string }
    juros?: { modalidade: number; valorPerc: string }
    desconto?: { modalidade: number; descontoDataFixa?: { data: string; valorPerc: string }[] }
  }
  chave: string
  solicitacaoPagador?: string
}

type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

/** A charge in API format, plus its kind and the Pix that paid it. */
export interface Charge extends ChargeBody {
  kind: Kind
  txid: string
  revisao: number
  status: ChargeStatus
  calendario: ChargeBody['calendario'] & { criacao: string }
  loc: { id: number; location: string; tipoCob: Kind; criacao: string; txid: string }
  location: string
  pixCopiaECola: string
  recebedor?: Record<string, string>
  pix: Pix[]
}

export const invalid = (kind: Kind, ...violations: Violation[]) =>
  new Problem(400, kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida', ...violations)

/** Checks the rules that the standard states only in prose because its schema cannot express them. */
export function checkCharge(kind: Kind, body: ChargeBody, { key, now }: { key: string; now: Date }): void {
  const { calendario, devedor, valor, chave } = body
  const violations: Violation[] = []
  const addViolation = (propriedade: string, razao: string) =>
    violations.push({ razao, propriedade: `${kind}.${propriedade}` })
  if (!centavosOfDecimal(valor.original)) addViolation('valor.original', 'O valor é zero.')
  if (chave !== key) addViolation('chave', 'A chave não pertence a este usuário recebedor.')
  if (devedor?.cpf !== undefined && !isCpf(devedor.cpf)) addViolation('devedor.cpf', 'O CPF não é válido.')
  if (devedor?.cnpj !== undefined && !isCnpj(devedor.cnpj))
    addViolation('devedor.cnpj', 'O CNPJ não é válido.')
  if (kind === 'cob' && (calendario.expiracao ?? 1) <= 0)
    addViolation('calendario.expiracao', 'A expiração é zero ou menos.')
  if (kind === 'cobv' && (calendario.dataDeVencimento ?? '') < dayOf(now)) {
    addViolation('calendario.dataDeVencimento', 'O vencimento é anterior à criação.')
  }
  if (
    (valor.desconto?.descontoDataFixa ?? []).some(({ data }) => data > (calendario.dataDeVencimento ?? ''))
  ) {
    addViolation('valor.desconto', 'Há um desconto posterior ao vencimento.')
  }
  if (violations.length > 0) throw invalid(kind, ...violations)
}

/** Builds a new charge, or the next revision of `before`. */
export function buildCharge(
  kind: Kind,
  txid: string,
  body: ChargeBody,
  { before, id, now }: { before: Charge | undefined; id: number; now: Date },
): Charge {
  const criacao = before?.calendario.criacao ?? now.toISOString()
  const location = before?.location ?? `${locationHost}/${kind === 'cob' ? '' : 'cobv/'}${txid}`
  const amount = centavosOfDecimal(body.valor.original) ?? 0
  return {
    ...body,
    kind,
    txid,
    revisao: before ? before.revisao + 1 : 0,
    status: 'ATIVA',
    calendario:
      kind === 'cob'
        ? { expiracao: 86_400, ...body.calendario, criacao }
        : { validadeAposVencimento: 30, ...body.calendario, criacao },
    loc: before?.loc ?? { id, location, tipoCob: kind, criacao, txid },
    location,
    // The amount due of a charge with a due date depends on the day, so its code contains no amount.
    pixCopiaECola: brCode({
      url: location,
      name: receiver.nome,
      city: receiver.cidade,
      ...(kind === 'cob' && { amountCentavos: amount }),
    }),
    ...(kind === 'cobv' && { recebedor: receiver }),
    pix: before?.pix ?? [],
  }
}

/**
 * Host and path that the codes point to, without the scheme. A location must be at a public host name without a port; no client
 * of the simulator requests it.
 */
const locationHost = 'pix.banco-exemplo.com.br/qr/v2'

const receiver = {
  cnpj: '12ABC34501DE35',
  nome: 'Empresa Exemplo Ltda',
  nomeFantasia: 'Empresa Exemplo',
  email: 'financeiro@exemplo.com.br',
  logradouro: 'Rua do Exemplo, 100',
  cidade: 'Florianopolis',
  uf: 'SC',
  cep: '88000000',
}

/** Checks whether the charge can still be paid. */
export function isPayable({ kind, status, calendario }: Charge, now: Date): boolean {
  if (status !== 'ATIVA') return false
  if (kind === 'cob') {
    return now.getTime() < Date.parse(calendario.criacao) + (calendario.expiracao ?? 0) * 1000
  }
  const due = nextBusinessDay(calendario.dataDeVencimento ?? '')
  return dayOf(now) <= nextBusinessDay(addDays(due, calendario.validadeAposVencimento ?? 0))
}

/**
 * Returns the amount due on a day, in centavos. Supports percentages only (fine 2, interest 3, discount 2), rounded half up. A
 * due date that is not a business day moves to the next one; the charge is late from the day after.
 */
export function amountDueOn(
  { valor, calendario }: Charge,
  now: Date,
): { amount: number; parts: Record<string, number> } {
  const original = centavosOfDecimal(valor.original) ?? 0
  const today = dayOf(now)
  const daysLate = daysBetween(nextBusinessDay(calendario.dataDeVencimento ?? today), today)
  const percentage = (percent: string | undefined, factor = 1) =>
    Math.round((original * (centavosOfDecimal(percent ?? '0.00') ?? 0) * factor) / 10_000)
  const discount = valor.desconto?.descontoDataFixa?.find(({ data }) => today <= data)
  const multa = daysLate > 0 ? percentage(valor.multa?.valorPerc) : 0
  const juros = daysLate > 0 ? percentage(valor.juros?.valorPerc, daysLate / 30) : 0
  const desconto = percentage(discount?.valorPerc)
  return { amount: original + multa + juros - desconto, parts: { original, multa, juros, desconto } }
}
