import { Link } from 'react-router'
import { MAX_WORDS } from '../../../modules/privacy/public.ts'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/privacy-request.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { TextControl, TickControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Fact } from '../fact.tsx'
import { useFrame } from '../frame.tsx'
import { Key } from '../key.tsx'

type RequestData = ScreenData<typeof loader>

/** Screen of a data subject request: the request, the effects of an erasure, and the answer. */
export function PrivacyRequestScreen({ data }: { data: RequestData }) {
  const { rights } = useFrame()
  const isOpen = data.status === 'open'
  const { facts } = copy
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskPrivacy()}>{copy.back}</Link>
      </p>
      <h1>{copy.kinds[data.kind]}</h1>
      <p>
        <span className={cx('desk-pill', isOpen ? 'is-now' : data.status === 'done' && 'is-ok')}>
          {copy.statuses[data.status]}
        </span>
      </p>
      <dl className="desk-facts">
        <Fact term={facts.person}>
          {data.userId ? (
            <Link to={paths.deskCustomer(data.userId)}>{data.person || copy.openCustomer}</Link>
          ) : (
            data.person || copy.noAccount
          )}
        </Fact>
        <Fact term={facts.asked}>{data.requestedAt}</Fact>
        <Fact term={facts.due}>{isOpen && data.due}</Fact>
        <Fact term={facts.decided}>{data.decided}</Fact>
        <Fact term={facts.by}>{data.decidedBy}</Fact>
        <Fact term={facts.law}>{copy.law}</Fact>
      </dl>
      {data.kind !== 'erasure' || data.words ? (
        <section className="desk-block">
          <h2>{copy.words}</h2>
          <p className="desk-said">{data.words || copy.noWords}</p>
        </section>
      ) : null}
      {data.answer && (
        <section className="desk-block">
          <h2>{copy.answer}</h2>
          <p className="desk-said">{data.answer}</p>
        </section>
      )}
      {data.plan && <Plan plan={data.plan} />}
      {data.plan && data.plan.blocks.length === 0 && rights.includes('privacy.erase') && (
        <DeskForm intent="erase" className="desk-do desk-form">
          <h2>{copy.erase}</h2>
          <p>{copy.eraseLead}</p>
          <label className="desk-tick">
            <input type="checkbox" name="conferi" value="1" required /> {copy.eraseSure}
          </label>
          <button type="submit" className="btn btn-destructive btn-small">
            {copy.erase}
          </button>
        </DeskForm>
      )}
      {isOpen && rights.includes('privacy.answer') && <Reply kind={data.kind} />}
    </div>
  )
}

function Plan({ plan }: { plan: NonNullable<RequestData['plan']> }) {
  return (
    <>
      {plan.blocks.length > 0 && <Lines title={copy.plan.blocked} lines={plan.blocks} />}
      <Lines title={copy.plan.deleted} lines={plan.deleted} />
      <Lines title={copy.plan.kept} lines={plan.kept} />
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="desk-block">
      <h2>{title}</h2>
      {lines.length === 0 ? (
        <p className="desk-hint">{copy.plan.none}</p>
      ) : (
        <ul className="desk-lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Form that answers a request. An erasure request is fulfilled by erasing; in writing it is only declined. */
function Reply({ kind }: { kind: RequestData['kind'] }) {
  return (
    <DeskForm intent="answer" className="desk-do desk-form">
      <h2>{kind === 'erasure' ? copy.declineTitle : copy.reply}</h2>
      {kind !== 'erasure' && (
        <fieldset>
          <legend className="desk-sr">{copy.reply}</legend>
          <label className="desk-tick">
            <TickControl type="radio" name="atendido" value="1" required /> {copy.met}
          </label>
          <label className="desk-tick">
            <TickControl type="radio" name="atendido" value="0" required /> {copy.declined}
          </label>
        </fieldset>
      )}
      <label>
        {copy.replyLabel}
        <TextControl name="resposta" required minLength={10} maxLength={MAX_WORDS} rows={5} />
      </label>
      <p className="desk-hint">{copy.replyHint}</p>
      <button type="submit" className="btn btn-primary btn-small" data-key="e" aria-keyshortcuts="E">
        {copy.replyGo} <Key>E</Key>
      </button>
    </DeskForm>
  )
}
