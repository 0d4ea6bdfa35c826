import type { ReactNode } from 'react'
import type { Clause, Contract } from '../../../modules/contracting/public.ts'
import { contractCopy as copy } from '../../copy/contract.ts'
import { cx } from '../../ui/cx.ts'
import { DataList } from '../../ui/data-list.tsx'

/** Every part of the text that is signed, in 12 points or more (CDC art. 54 §3). */
export function ContractText({ contract }: { contract: Contract }) {
  return (
    <article className="grid gap-12">
      <p className="note">{copy.version(contract.version, contract.dateText)}</p>
      <Part title={copy.customer}>
        <DataList items={contract.customer} />
      </Part>
      <Part title={copy.company}>
        <DataList items={contract.company} />
      </Part>
      <Part title={copy.specification}>
        <ul className="know">
          {contract.specification.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Part>
      <Part title={copy.cost}>
        <DataList items={contract.cost} />
      </Part>
      <Part title={copy.schedule}>
        <Schedule rows={contract.schedule} />
      </Part>
      <Part title={copy.clauses(contract.clauses.length)}>
        <ol className="grid gap-9">
          {contract.clauses.map((clause) => (
            <ClauseText key={clause.number} clause={clause} />
          ))}
        </ol>
      </Part>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display text-h3 mb-4">{title}</h2>
      {children}
    </section>
  )
}

function Schedule({ rows }: { rows: Contract['schedule'] }) {
  const { label, dueDate, amount } = copy.scheduleColumns
  return (
    <table className="num w-full border-collapse text-left">
      <thead className="sr-only">
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{dueDate}</th>
          <th scope="col">{amount}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-3 font-medium">
              {row.label}
              <span className="block font-normal text-note text-ink-3">{row.method}</span>
            </th>
            <td className="py-2 pr-3">{row.dueDate}</td>
            <td className="py-2 text-right">
              <span className="money">{row.amount}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ClauseText({ clause: { number, title, paragraphs, plain, limiting } }: { clause: Clause }) {
  return (
    <li className={cx(limiting && 'border-l-4 border-ink pl-4')}>
      <h3>
        {number}. {title}
      </h3>
      {limiting && <p className="mt-1 font-semibold text-bad">{copy.limiting}</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={cx('mt-3', limiting && 'font-semibold')}>
          {paragraph}
        </p>
      ))}
      <p className="notice mt-4">
        <b>{copy.plain}</b> {plain}
      </p>
    </li>
  )
}
