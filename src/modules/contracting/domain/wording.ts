import type { IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { composeContract, contractText } from './contract.ts'
import type { OfferSnapshot } from './offer.ts'
import type { ContractCompany } from './parties.ts'
import type { ContractTerms } from './terms.ts'

/** A clause as worded by a version of the template. */
export interface WordedClause {
  /** 'FORO'. */
  title: string
  /** Its paragraphs, followed by its plain sentence. */
  lines: string[]
}

/** Values that are specific to one contract and not part of the template's wording. */
export interface OwnValues {
  serviceTitle: string
  paymentType: string
  /** As written in the contract: 'R$ 1.900,00'. */
  total: string
}

const month = '(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)'

/**
 * The clauses of a signed text in the wording of their template: values that differ between contracts are replaced by names in
 * square brackets. Parties, specification and amounts precede the clauses, so that the result contains no personal data.
 */
export function wordingOf(signed: string, own: OwnValues): WordedClause[] {
  return signed
    .split(/^CLÁUSULA \d+\. /m)
    .slice(1)
    .map((clause) => {
      const [title = '', ...lines] = clause.split('\n').filter((line) => line !== '')
      return { title, lines: lines.map((line) => withoutOwn(line, own)) }
    })
}

/** The wording of terms that are not signed yet. */
export function wordingOfTerms(
  terms: ContractTerms,
  { company, date }: { company: ContractCompany; date: IsoDate },
): WordedClause[] {
  const party = { name: '', cpf: '00000000000', phone: '+5548999991234' }
  const text = contractText(composeContract({ offer: blankOffer, party, company, terms, date }))
  const { serviceTitle, paymentType, total } = blankOffer
  return wordingOf(text, { serviceTitle, paymentType, total: formatBRL(total) })
}

const blankOffer: OfferSnapshot = {
  serviceId: '',
  serviceTitle: '[serviço]',
  variant: null,
  planId: '',
  planLabel: '',
  paymentType: '[forma de pagamento]',
  cadence: 'once',
  cashPrice: 0,
  entry: 0,
  count: 0,
  total: 0,
  difference: { amount: 0, percent: 0 },
  rate: null,
  promise: '[prazo]',
  deadline: { kind: 'calendarDays', days: 1 },
  specification: [],
  steps: [],
  payments: [],
}

function withoutOwn(line: string, { serviceTitle, paymentType, total }: OwnValues): string {
  const named: [string, string][] = [
    [paymentType, '[forma de pagamento]'],
    [serviceTitle, '[serviço]'],
    [total, '[preço total]'],
  ]
  return named
    .reduce((text, [value, name]) => (value === '' ? text : text.replaceAll(value, name)), line)
    .replace(/(?<=prazo de entrega é: ).+?(?=\. |\.$)/, '[prazo]')
    .replace(/(?<=conta, no máximo, )\d+ dias (?:úteis|corridos)/, '[dias]')
    .replaceAll(new RegExp(`\\d{1,2}º? de ${month} de \\d{4}`, 'g'), '[data]')
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]')
}
