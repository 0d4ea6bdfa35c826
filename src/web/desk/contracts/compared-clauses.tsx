import { Fragment } from 'react'
import type { ComparedClause } from '../../../modules/contracting/public.ts'
import { contractsCopy as copy } from '../../copy/desk-contracts.ts'

interface Versions {
  before: string
  after: string
}

/** Two versions of the contract side by side: the clauses that differ, followed by the identical ones, collapsed. */
export function ComparedClauses({
  clauses,
  before,
  after,
}: Versions & { clauses: readonly ComparedClause[] }) {
  const same = clauses.filter(({ state }) => state === 'same')
  const different = clauses.filter(({ state }) => state !== 'same')
  return (
    <>
      <p role="status" className="mt-4">
        {copy.summary(different.length, same.length)}
      </p>
      {different.length > 0 && <p className="desk-hint">{copy.legend}</p>}
      {different.map((clause) => (
        <Clause key={clause.heading} {...{ clause, before, after }} />
      ))}
      {same.length > 0 && (
        <details className="desk-same">
          <summary>
            {copy.same}: {same.length}
          </summary>
          {same.map((clause) => (
            <Clause key={clause.heading} {...{ clause, before, after }} />
          ))}
        </details>
      )}
    </>
  )
}

function Clause({ clause, before, after }: Versions & { clause: ComparedClause }) {
  return (
    <article className="desk-versions">
      <h3>
        {clause.heading} <span className="desk-pill">{copy.states[clause.state]}</span>
      </h3>
      <Side version={before} lines={clause.before} Mark="del" />
      <Side version={after} lines={clause.after} Mark="ins" />
    </article>
  )
}

/** One version of a clause: the parts that exist only in it are struck through or underlined, and announced to screen readers. */
function Side({
  version,
  lines,
  Mark,
}: {
  version: string
  lines: ComparedClause['before']
  Mark: 'del' | 'ins'
}) {
  return (
    <div>
      <h4>{version}</h4>
      {lines.length === 0 && <p className="desk-hint">{copy.none}</p>}
      {lines.map((runs) => (
        <p key={runs[0]?.at}>
          {runs.map(({ at, text, changed }) => (
            <Fragment key={at}>
              {changed ? (
                <Mark>
                  <span className="sr-only">{Mark === 'del' ? copy.gone : copy.come}</span>
                  {text}
                </Mark>
              ) : (
                text
              )}{' '}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  )
}
