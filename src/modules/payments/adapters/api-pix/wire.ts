import { z } from 'zod'
import { nextBusinessDay } from '../../../../core/business-days.ts'
import { addDays, type IsoDate, startOfDayInSaoPaulo } from '../../../../core/calendar.ts'
import { documentKind } from '../../../../core/documento.ts'
import { fromDecimal, sum, toDecimal } from '../../../../core/money.ts'
import type { PaymentState } from '../../domain/payment-state.ts'
import type { ChargeRequest, DueDateTerms, PaymentReport } from '../../ports.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Decimal reais on the wire, parsed to centavos. */
const centavos = z.string().transform((text, context) => {
  const amount = fromDecimal(text)
  if (amount !== undefined) return amount
  context.addIssue('not an amount')
  return z.NEVER
})

export const returnSchema = z.object({
  id: z.string().min(1),
  rtrId: z.string().optional(),
  valor: centavos,
  natureza: z.string().default('ORIGINAL'),
  horario: z.object({ solicitacao: instant.optional(), liquidacao: instant.optional() }).default({}),
  status: z.string(),
})

/** A received Pix. The API reports no fees, and a dispute only once money is returned. */
export const pixSchema = z
  .object({
    endToEndId: z.string().min(1),
    txid: z.string().optional(),
    valor: centavos,
    horario: instant,
    devolucoes: z.array(returnSchema).default([]),
  })
  .transform((pix): PaymentReport => {
    const returned = pix.devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
    const refunded = sum(returned.map(({ valor }) => valor))
    const natures = returned.map(({ natureza }) => natureza)
    const changes = pix.devolucoes.map(
      ({ horario }) => horario.liquidacao ?? horario.solicitacao ?? pix.horario,
    )
    return {
      providerId: pix.endToEndId,
      state: stateOfPix(pix.valor - refunded, natures),
      status: refunded > 0 ? 'DEVOLVIDO' : 'CONCLUIDA',
      detail: natures.join(' ') || undefined,
      amount: pix.valor,
      refunded,
      fee: 0,
      currency: 'BRL',
      reference: pix.txid,
      method: 'pix',
      code: undefined,
      ticketUrl: undefined,
      expiresAt: undefined,
      approvedAt: pix.horario,
      updatedAt: new Date(Math.max(pix.horario.getTime(), ...changes.map((at) => at.getTime()))),
    }
  })

/** A full return is a chargeback when the special mechanism took part (MED: fraud or a bank's failure), else a refund. */
function stateOfPix(left: number, natures: readonly string[]): PaymentState {
  if (left > 0) return 'approved'
  return natures.some((nature) => nature.startsWith('MED_')) ? 'charged_back' : 'refunded'
}

/** Skips unreadable entries, so that they do not hide the others. */
const pixes = z
  .array(z.unknown())
  .default([])
  .transform((entries) =>
    entries.flatMap((entry) => {
      const pix = pixSchema.safeParse(entry)
      return pix.success ? [pix.data] : []
    }),
  )

export const pageSchema = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number().int() }) }),
  pix: pixes,
})

export type Charge = z.output<typeof chargeSchema>

/** A `cob` or a `cobv`, which differ in how they expire. */
export const chargeSchema = z.object({
  txid: z.string().min(1),
  status: z.string(),
  calendario: z.object({
    criacao: instant,
    expiracao: z.coerce.number().int().optional(),
    dataDeVencimento: z.iso.date().optional(),
    validadeAposVencimento: z.number().int().default(30),
  }),
  valor: z.object({ original: centavos }),
  pixCopiaECola: z.string().optional(),
  pix: pixes,
})

/** When a charge stops being payable. */
export function endOf({ calendario }: Charge): Date {
  const { criacao, expiracao = 86_400, dataDeVencimento, validadeAposVencimento } = calendario
  if (dataDeVencimento === undefined) return new Date(criacao.getTime() + expiracao * 1000)
  return startOfDayInSaoPaulo(addDays(lastDayOf(dataDeVencimento, validadeAposVencimento), 1))
}

/** The last day on which a `cobv` can be paid. Due date and last day are both rolled to a business day (API Pix). */
export function lastDayOf(due: IsoDate, validDaysAfter: number): IsoDate {
  return nextBusinessDay(addDays(nextBusinessDay(due), validDaysAfter))
}

export function stateOf(charge: Charge, now: Date): PaymentState | undefined {
  if (charge.status === 'ATIVA') return endOf(charge) <= now ? 'expired' : 'pending'
  return states[charge.status]
}

const states: { readonly [status: string]: PaymentState | undefined } = {
  // Paid, but the bank does not list the Pix yet.
  CONCLUIDA: 'in_process',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'cancelled',
  REMOVIDA_PELO_PSP: 'cancelled',
}

/** The payments of a charge, newest first; while it is unpaid, one report that stands for the charge itself. */
export function paymentsIn(charge: Charge, now: Date): PaymentReport[] {
  const facts = { reference: charge.txid, code: charge.pixCopiaECola, expiresAt: endOf(charge) }
  if (charge.pix.length > 0) {
    return charge.pix
      .map((payment) => ({ ...payment, ...facts }))
      .sort((a, b) => (b.approvedAt?.getTime() ?? 0) - (a.approvedAt?.getTime() ?? 0))
  }
  return [
    {
      ...facts,
      providerId: charge.txid,
      state: stateOf(charge, now),
      status: charge.status,
      detail: undefined,
      amount: charge.valor.original,
      refunded: 0,
      fee: 0,
      currency: 'BRL',
      method: 'pix',
      ticketUrl: undefined,
      approvedAt: undefined,
      updatedAt: undefined,
    },
  ]
}

/** The body of `PUT /cob/{txid}`, or of `PUT /cobv/{txid}` with a due date. */
export function chargeBody(
  { amount, payer, description, expiresAt, due }: ChargeRequest,
  key: string,
  now: Date,
) {
  const { document, firstName, lastName } = payer
  return {
    calendario: due
      ? { dataDeVencimento: due.date, validadeAposVencimento: due.validDaysAfter }
      : { expiracao: Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)) },
    devedor: {
      ...(documentKind(document) === 'cnpj' ? { cnpj: document } : { cpf: document }),
      nome: `${firstName} ${lastName}`.trim().slice(0, 200),
    },
    valor: { original: toDecimal(amount), ...(due && termsOf(due)) },
    chave: key,
    solicitacaoPagador: description.slice(0, 140),
  }
}

/** Modality codes of the API: 2 is a percentage; for interest, 3 is a percentage per month by calendar days. */
function termsOf({ finePercent, monthlyInterestPercent, discount }: DueDateTerms) {
  return {
    ...(finePercent && { multa: { modalidade: 2, valorPerc: toDecimal(finePercent) } }),
    ...(monthlyInterestPercent && { juros: { modalidade: 3, valorPerc: toDecimal(monthlyInterestPercent) } }),
    ...(discount && {
      desconto: {
        modalidade: 2,
        descontoDataFixa: [{ data: discount.until, valorPerc: toDecimal(discount.percent) }],
      },
    }),
  }
}
