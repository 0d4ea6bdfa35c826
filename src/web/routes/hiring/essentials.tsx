import type { ReactNode } from 'react'
import { formatDateLong, type IsoDate } from '../../../core/calendar.ts'
import { formatCpf } from '../../../core/cpf.ts'
import type { OfferSnapshot, PaymentsSummary } from '../../../modules/contracting/public.ts'
import { contractCopy as copy, paymentsInShort, totalLine, whenLines } from '../../copy/contract.ts'
import { nonBreaking } from '../../ui/non-breaking.ts'

export interface ContractEssentials {
  offer: Pick<OfferSnapshot, 'serviceTitle' | 'promise' | 'total' | 'cashPrice' | 'cadence' | 'rate'>
  payments: PaymentsSummary
  /** Last day of the right of withdrawal. */
  withdrawalUntil: IsoDate
  customer: { name: string; cpf: string }
  company: { legalName: string; cnpj: string }
}

/** The contract in five lines: service, price, dates, withdrawal, parties. */
export function Essentials({ offer, payments, withdrawalUntil, customer, company }: ContractEssentials) {
  return (
    <section aria-labelledby="essencial">
      <h2 id="essencial" className="sr-only">
        {copy.essentials}
      </h2>
      <dl className="essentials num">
        <Line term={copy.lines.what} main={offer.serviceTitle}>
          {copy.deadline(offer.promise)}
        </Line>
        <Line term={copy.lines.cost} main={nonBreaking(paymentsInShort(payments))}>
          {nonBreaking(totalLine(offer))}
        </Line>
        <Line term={copy.lines.when} main={nonBreaking(whenLines(payments, offer.cadence)[0] ?? '')}>
          {whenLines(payments, offer.cadence)[1]}
        </Line>
        <Line term={copy.lines.withdrawal} main={copy.withdrawUntil(formatDateLong(withdrawalUntil))}>
          {copy.withdrawalText}
        </Line>
        <Line
          term={copy.lines.who}
          main={
            <>
              {copy.you(customer.name)}{' '}
              <span className="whitespace-nowrap">{copy.yourCpf(formatCpf(customer.cpf))}</span>
            </>
          }
        >
          {copy.withCompany(company.legalName, company.cnpj)}
        </Line>
      </dl>
    </section>
  )
}

function Line({ term, main, children }: { term: string; main: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <b>{main}</b>
        {children && <span>{children}</span>}
      </dd>
    </div>
  )
}
