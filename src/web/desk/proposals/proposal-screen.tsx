import { Link, useFetcher } from 'react-router'
import { MAX_PROPOSAL_ANSWER_LENGTH } from '../../../modules/proposals/public.ts'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { paths } from '../../paths.ts'
import type { action, loader } from '../../routes/desk/proposal.tsx'
import { cx } from '../../ui/cx.ts'
import { type DeskAnswer, type FoundData, readFound, type ScreenData } from '../answers.ts'
import { TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Fact } from '../fact.tsx'
import { Key } from '../key.tsx'
import { RevealForm } from '../reveal-form.tsx'

type ProposalData = ScreenData<typeof loader>

/** Screen of one request for a proposal, and its answer. */
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
      <Person data={data} answer={answer} />
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
        <DeskForm intent="answer" className="desk-do desk-form">
          <h2>{copy.answer}</h2>
          <label>
            {copy.answerLabel}
            <TextControl
              name="resposta"
              required
              minLength={10}
              maxLength={MAX_PROPOSAL_ANSWER_LENGTH}
              rows={8}
            />
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

/** Contact data of the person. Unmasked data exists only in this browser's memory and is discarded when the screen closes. */
function Person({ data, answer }: { data: ProposalData; answer: DeskAnswer | undefined }) {
  const fetcher = useFetcher<DeskAnswer>()
  const given = fetcher.data ?? answer
  const shown = readFound<FoundData<typeof action, 'reveal'>>(given)?.person
  const { born, phone, email } = shown ?? data
  return (
    <section aria-label={copy.contact}>
      <dl className="desk-facts">
        <Fact term={copy.facts.phone}>{phone}</Fact>
        <Fact term={copy.facts.email}>{email}</Fact>
        <Fact term={copy.facts.born}>{born}</Fact>
      </dl>
      <div aria-live="polite">{shown && <p className="desk-hint">{copy.shown}</p>}</div>
      {!shown && <RevealForm fetcher={fetcher} label={copy.show} />}
    </section>
  )
}
