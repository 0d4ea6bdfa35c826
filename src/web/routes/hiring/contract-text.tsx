import type { ReactNode } from 'react'
import type { Clause, Contract, RecordedClause } from '../../../modules/contracting/public.ts'
import { contractCopy as copy } from '../../copy/contract.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { DataList } from '../../ui/data-list.tsx'
import { Listen, sentenceIdOf } from '../../ui/hiring/listen.tsx'

/**
 * Every part of the signed text, in 12 points or more (CDC art. 54 §3). Folded, but in the page: a search in the page, a link to
 * a clause and printing open the parts, and a link opens all of them without a script.
 */
export function ContractText({
  contract,
  recorded,
  open,
}: {
  contract: Contract
  recorded: readonly RecordedClause[]
  open: boolean
}) {
  const { customer, company, specification, cost, schedule, clauses, version } = contract
  return (
    <section className="mt-10" id="partes" aria-labelledby="partes-titulo">
      <div className="parts-head">
        <h2 id="partes-titulo" className="text-h3">
          {copy.whole}
        </h2>
        <a className="link-action" href={paths.contract(open ? {} : { inteiro: '1' }, 'partes')}>
          {open ? copy.closeAll : copy.openAll}
        </a>
      </div>
      <p className="note">{copy.wholeText}</p>
      <div className="parts">
        <Part title={copy.parties} open={open}>
          <h4>{copy.customer}</h4>
          <DataList items={customer} />
          <h4 className="mt-6">{copy.company}</h4>
          <DataList items={company} />
        </Part>
        <Part title={copy.specification} open={open}>
          <ul className="know">
            {specification.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
        <Part title={copy.cost} open={open}>
          <DataList items={cost} />
        </Part>
        <Part title={copy.schedule} aside={copy.payments(schedule.length)} open={open}>
          <Schedule rows={schedule} />
        </Part>
        <Part title={copy.clauses(clauses.length)} open={open}>
          <ol className="grid gap-9" data-read-aloud="">
            {clauses.map((clause) => (
              <ClauseText
                key={clause.number}
                clause={clause}
                version={version}
                recording={recorded.find(({ number }) => number === clause.number)?.hash}
              />
            ))}
          </ol>
          <p className="note mt-9">{copy.version(version)}</p>
        </Part>
      </div>
      <LimitingClauses clauses={clauses.filter(({ limiting }) => limiting)} />
    </section>
  )
}

function Part({
  title,
  aside,
  open,
  children,
}: {
  title: string
  aside?: string
  open: boolean
  children: ReactNode
}) {
  return (
    <details className="disclosure part" open={open}>
      <summary>
        <h3>{title}</h3>
        {aside && <span className="note num">{aside}</span>}
      </summary>
      <div className="part-body">{children}</div>
    </details>
  )
}

/** Clauses that limit a right, visible while they are folded (CDC art. 54 §4). */
function LimitingClauses({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <p className="limiting">
      <b>{copy.limitingClauses}</b>{' '}
      {clauses.map(({ number, title }) => (
        <a key={number} href={`#${clauseId(number)}`}>
          {number}. {title}
        </a>
      ))}
    </p>
  )
}

function clauseId(number: number): string {
  return `clausula-${number}`
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

function ClauseText({
  clause: { number, title, paragraphs, plain, limiting },
  version,
  recording,
}: {
  clause: Clause
  version: string
  recording: string | undefined
}) {
  const sentenceId = sentenceIdOf(number)
  return (
    <li id={clauseId(number)} className={cx(limiting && 'border-l-4 border-ink pl-4')}>
      <h4 className="clause-title">
        {number}. {title}
      </h4>
      {limiting && <p className="mt-1 font-semibold text-bad">{copy.limiting}</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={cx('mt-3', limiting && 'font-semibold')}>
          {paragraph}
        </p>
      ))}
      <div className="callout mt-4">
        <p>
          <b>{copy.plain}</b> <span id={sentenceId}>{plain}</span>
        </p>
        <Listen {...{ clause: number, version, sentenceId, recording }} />
      </div>
    </li>
  )
}
