import { Link } from 'react-router'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/proposal.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { DeskForm } from '../desk-form.tsx'
import { Key } from '../key.tsx'

type ProposalData = ScreenData<typeof loader>

/** One request for a proposal, and its answer. */
export function ProposalScreen({ data, answer }: { data: ProposalData; answer: DeskAnswer | undefined }) {
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskProposals()}>{copy.back}</Link>
      </p>
      <h1>{data.name}</h1>
      <p>
        <span className={cx('desk-pill', data.status === 'answered' ? 'is-ok' : 'is-now')}>
          {copy.status[data.status]}
        </span>
      </p>
      <dl className="desk-facts">
        {data.facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.status === 'suspected' && (
        <DeskForm intent="trust" className="desk-do desk-form">
          <p>{copy.suspectedLead}</p>
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.trust}
          </button>
        </DeskForm>
      )}
      {data.answer ? (
        <section className="desk-block">
          <h2>{copy.answeredAt(data.answeredAt)}</h2>
          <p className="desk-said">{data.answer}</p>
        </section>
      ) : (
        <DeskForm intent="answer" className="desk-do desk-form" answer={answer}>
          <h2>{copy.answer}</h2>
          <label>
            {copy.answerLabel}
            <textarea className="control" name="resposta" required minLength={10} maxLength={4000} rows={8} />
          </label>
          <p className="desk-hint">{copy.answerHint}</p>
          <button type="submit" className="btn btn-primary btn-small" data-key="e" aria-keyshortcuts="E">
            {copy.answerGo} <Key>E</Key>
          </button>
        </DeskForm>
      )}
    </div>
  )
}
