import { formatDate, formatDateLong, type IsoDate, weekdayName } from '../../../core/calendar.ts'
import { formatCpf } from '../../../core/cpf.ts'
import { formatBRL } from '../../../core/money.ts'
import { formatPercent } from '../../../core/percent.ts'
import { formatPhone } from '../../../core/phone.ts'
import { type Clause, clausesOf } from './clauses.ts'
import type { OfferPayment, OfferSnapshot } from './offer.ts'
import type { ContractCompany, ContractParty } from './parties.ts'
import type { ContractTerms } from './terms.ts'
import { withdrawalUntil } from './withdrawal.ts'

export interface ContractRow {
  term: string
  value: string
}

type CostFacts = Pick<
  OfferSnapshot,
  'cashPrice' | 'total' | 'entry' | 'count' | 'cadence' | 'difference' | 'rate'
>

/** A contract in parts: the page renders them, `contractText` serializes them. */
export interface Contract {
  version: string
  title: string
  date: IsoDate
  dateText: string
  /** Last day to withdraw, rolled to a business day (CDC art. 49). */
  withdrawalUntil: IsoDate
  customer: ContractRow[]
  company: ContractRow[]
  specification: string[]
  /** CDC arts. 52 and 54-B. */
  cost: ContractRow[]
  schedule: { label: string; dueDate: string; amount: string; method: string }[]
  clauses: Clause[]
}

/** Composes the contract of an offer, two parties and a day. Deterministic: equal arguments give an equal contract. */
export function composeContract({
  offer,
  party,
  company,
  terms,
  date,
}: {
  offer: OfferSnapshot
  party: ContractParty
  company: ContractCompany
  terms: ContractTerms
  date: IsoDate
}): Contract {
  const until = withdrawalUntil(date, terms.withdrawalDays)
  return {
    version: terms.version,
    title: 'Contrato de Prestação de Serviços',
    date,
    dateText: formatDateLong(date),
    withdrawalUntil: until,
    customer: [
      { term: 'Nome', value: party.name },
      { term: 'CPF', value: formatCpf(party.cpf) },
      { term: 'Telefone', value: formatPhone(party.phone) },
      { term: 'Serviço', value: offer.serviceTitle },
      { term: 'Valor total', value: formatBRL(offer.total) },
      { term: 'Forma de pagamento', value: offer.paymentType },
    ],
    company: [
      { term: 'Razão social', value: company.legalName },
      { term: 'CNPJ', value: company.cnpj },
      { term: 'Endereço', value: company.address },
      { term: 'Telefone', value: formatPhone(company.phone) },
      { term: 'E-mail', value: company.email },
    ],
    specification: [...offer.specification],
    cost: [...costRows(offer), ...dueDayRows(offer)],
    schedule: offer.payments.map(scheduleRow),
    clauses: clausesOf({ offer, company, terms, withdrawalUntil: until }),
  }
}

/** The contract as the text that is signed, hashed (SHA-256) and delivered to the customer. */
export function contractText(contract: Contract): string {
  const rows = (list: readonly ContractRow[]) => list.map(({ term, value }) => `${term}: ${value}`)
  const clause = ({ number, title, paragraphs, plain }: Clause) => [
    `CLÁUSULA ${number}. ${title.toUpperCase()}`,
    ...paragraphs,
    `Em palavras simples: ${plain}`,
    '',
  ]
  return [
    contract.title.toUpperCase(),
    `Versão ${contract.version}. ${contract.dateText}.`,
    '',
    'CONTRATANTE',
    ...rows(contract.customer),
    '',
    'CONTRATADA',
    ...rows(contract.company),
    '',
    'ESPECIFICAÇÃO DO SERVIÇO',
    ...contract.specification.map((line) => `- ${line}`),
    '',
    'QUANTO CUSTA',
    ...rows(contract.cost),
    '',
    'QUANDO SE PAGA',
    ...contract.schedule.map(
      ({ label, dueDate, amount, method }) => `${label}: ${amount}, em ${dueDate}, ${method}`,
    ),
    '',
    ...contract.clauses.flatMap(clause),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

/** The cost disclosure required before hiring (CDC arts. 52 and 54-B). */
export function costRows({
  cashPrice,
  total,
  entry,
  count,
  cadence,
  difference,
  rate,
}: Omit<CostFacts, 'rate'> & Partial<Pick<CostFacts, 'rate'>>): ContractRow[] {
  const every = { once: 'pagamento único', weekly: 'uma por semana', monthly: 'uma por mês' }[cadence]
  const rows: ContractRow[] = [
    { term: 'Preço à vista (total sem financiamento)', value: formatBRL(cashPrice) },
  ]
  if (cadence === 'once') return [...rows, { term: 'Número de pagamentos', value: `1 (${every})` }]
  if (entry > 0) rows.push({ term: 'Entrada', value: formatBRL(entry) })
  rows.push(
    { term: 'Número e intervalo das parcelas', value: `${count}, ${every}` },
    { term: 'Total com financiamento', value: formatBRL(total) },
    {
      term: 'Diferença para o preço à vista',
      value:
        difference.amount === 0
          ? 'nenhuma'
          : `${formatBRL(difference.amount)} (${formatPercent(difference.percent)})`,
    },
  )
  if (rate) {
    const period = rate.period === 'week' ? 'por semana' : 'ao mês'
    rows.push({
      term: 'Taxa de juros embutida',
      value:
        rate.percent === 0
          ? 'sem juros'
          : `${formatPercent(rate.percent)} ${period}, ${formatPercent(rate.yearly)} ao ano`,
    })
  }
  return rows
}

function dueDayRows({ cadence, dueDay }: OfferSnapshot): ContractRow[] {
  if (dueDay === undefined) return []
  const day = cadence === 'weekly' ? `toda semana, ${weekdayName(dueDay)}` : `todo mês, dia ${dueDay}`
  return [{ term: 'Vencimento das parcelas', value: `${day}, à escolha do contratante` }]
}

function scheduleRow({ label, dueDate, amount, method }: OfferPayment) {
  return {
    label,
    dueDate: formatDate(dueDate),
    amount: formatBRL(amount),
    method: method === 'pix' ? 'Pix' : 'cartão de crédito',
  }
}
