import { Link, useFetcher } from 'react-router'
import type { Certainty } from '../../../modules/payments/public.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import { paths } from '../../paths.ts'
import type { action, loader } from '../../routes/desk/money-item.tsx'
import { cx } from '../../ui/cx.ts'
import { type DeskAnswer, type FoundData, readFound, type ScreenData } from '../answers.ts'
import { TickControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import { Reason } from '../reason.tsx'
import { AmountField, Decision, SeenRest, Tick } from './decision.tsx'
import { EvidenceFields } from './evidence-fields.tsx'
import { FindInstalments } from './find-instalments.tsx'
import { foundInstalments, type ShownInstalment } from './found-instalments.ts'

export type ItemData = ScreenData<typeof loader>

/** Screen of something about money that waits for a decision: the known facts, and a form for each possible decision. */
export function MoneyItemScreen({ data, answer }: { data: ItemData; answer: DeskAnswer | undefined }) {
  const { rights } = useFrame()
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskMoney()}>{copy.title}</Link>
      </p>
      <h1>{data.title}</h1>
      {data.lead && <p className="desk-hint">{data.lead}</p>}
      <dl className="desk-facts">
        {data.customer && (
          <div>
            <dt>{copy.item.customer}</dt>
            <dd>
              <Link to={paths.deskCustomer(data.customer.id)}>{data.customer.name || data.customer.id}</Link>
            </dd>
          </div>
        )}
        {data.facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.see && <Link to={data.see.to}>{data.see.words}</Link>}
      {wasDecided(data) && (
        <p>
          <span className="desk-pill is-ok">{copy.item.decided}</span>{' '}
          <Link to={paths.desk()} data-key="q">
            {copy.item.toQueue}
          </Link>
        </p>
      )}
      {'defence' in data && data.defence && rights.includes('dispute.pack') && <Defence {...data.defence} />}
      <Decided decisions={data.decisions} />
      <Decisions data={data} answer={answer} />
    </div>
  )
}

/** What the team decided so far about the item, who, and why. */
function Decided({ decisions }: Pick<ItemData, 'decisions'>) {
  if (decisions.length === 0) return null
  return (
    <section className="desk-block" aria-labelledby="decidido">
      <h2 id="decidido">{copy.decisions.title}</h2>
      <ul className="desk-lines">
        {decisions.map(({ position, what, who, reason }) => (
          <li key={position}>
            <span>
              {what}
              <span className="desk-sub">{who}</span>
              <span className="desk-sub desk-whole">“{reason}”</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether the item waited for a decision, and no longer does. A charge waits for one only if the provider refused it. */
function wasDecided({ isOpen, about }: ItemData): boolean {
  if (isOpen || about.kind === 'manual') return false
  return about.kind !== 'charge' || about.wasRefused
}

/** Documents that a bank requires about a contested payment; less prominent when the payment is not contested. */
function Defence({ href, isDisputed }: { href: string; isDisputed: boolean }) {
  const words = copy.dispute
  return (
    <section className="desk-block" aria-labelledby="contestacao">
      <h2 id="contestacao">{words.title}</h2>
      <p>{isDisputed ? words.now : words.ifAny}</p>
      <p className="desk-acts">
        <a className={cx('btn btn-small', isDisputed ? 'btn-primary' : 'btn-quiet')} href={href} download>
          {words.go}
        </a>
      </p>
      <p className="desk-hint">{words.note}</p>
    </section>
  )
}

function Decisions({ data, answer }: { data: ItemData; answer: DeskAnswer | undefined }) {
  const { about } = data
  // The main action for a contested payment is to answer the bank.
  const isDisputed = 'defence' in data && data.defence?.isDisputed === true
  switch (about.kind) {
    case 'credit':
      if (!data.isOpen) return null
      if (about.asked) return <RequestedRefund {...about.asked} />
      return <CreditDecisions about={about} above={data.above} answer={answer} />
    case 'payment':
      return (
        <>
          <Targets title={copy.payment.paid} targets={about.targets} />
          {data.isOpen && (
            <Decision
              intent="review-payment"
              title={copy.payment.review}
              go={copy.payment.reviewGo}
              fields={{ visto: about.reason }}
              isMain={!isDisputed}
            >
              {about.isChargedBack && about.targets.length > 0 && (
                <Tick name="cobrar">{copy.payment.reinstate}</Tick>
              )}
            </Decision>
          )}
        </>
      )
    case 'charge':
      return (
        <>
          <Targets title={copy.payment.paid} targets={about.targets} />
          {data.isOpen && (
            <Decision intent="review-charge" title={copy.charge.review} go={copy.charge.reviewGo} isMain />
          )}
          {about.canRefund && (
            <Decision
              intent="refund-charge"
              title={copy.charge.refund}
              go={copy.credit.refundGo}
              lead={[copy.charge.refundLead, data.above].filter(Boolean).join(' ')}
            >
              <SeenRest amount={about.rest} />
              <AmountField />
              {about.targets.length > 1 && (
                <fieldset>
                  <legend>{copy.charge.some}</legend>
                  {about.targets.map(({ id, title, rest }) => (
                    <Tick key={id} name="parcela" value={id}>
                      {title} · {copy.charge.left(rest)}
                    </Tick>
                  ))}
                </fieldset>
              )}
            </Decision>
          )}
        </>
      )
    case 'refund':
      return <RefundDecisions about={about} isOpen={data.isOpen} />
    case 'manual':
      return <ManualDecisions about={about} isOpen={data.isOpen} />
    case 'set-aside':
      return data.isOpen ? <SetAsideDecisions about={about} answer={answer} /> : null
    case 'close':
      return (
        <>
          {about.rows.length === 0 ? <p>{copy.close.agreesNow}</p> : <Differences rows={about.rows} />}
          {data.isOpen && (
            <Decision
              intent="accept-close"
              title={copy.close.accept}
              go={copy.close.acceptGo}
              fields={{ comparado: about.comparedAt }}
              isMain
            />
          )}
        </>
      )
    case 'approval':
      if (!data.isOpen) return null
      return (
        <>
          {about.isMine ? (
            <p className="desk-hint">{copy.approval.mine}</p>
          ) : (
            <Decision intent="approve" title={copy.approval.approve} go={copy.approval.approveGo} isMain />
          )}
          <Decision
            intent="decline"
            title={about.isMine ? copy.approval.withdraw : copy.approval.decline}
            go={copy.approval.declineGo}
          />
        </>
      )
    default:
      return about satisfies never
  }
}

type About<Kind extends ItemData['about']['kind']> = Extract<ItemData['about'], { kind: Kind }>

/** Callout that a second person decides about the refund; until then no other decision is possible. */
function RequestedRefund({ place, amount }: { place: string; amount: string }) {
  return (
    <p className="desk-do">
      {copy.approval.waiting(amount)} <Link to={place}>{copy.approval.see}</Link>
    </p>
  )
}

function CreditDecisions({
  about,
  above,
  answer,
}: {
  about: About<'credit'>
  above: string | undefined
  answer: DeskAnswer | undefined
}) {
  const finder = useFetcher<DeskAnswer>()
  const found = foundInstalments(finder.data ?? answer)
  const known = new Set(about.matches.map(({ id }) => id))
  const others = (found ?? []).filter(({ id }) => !known.has(id))
  return (
    <>
      <section className="desk-block" aria-labelledby="de-quem">
        <h2 id="de-quem">{copy.credit.matches}</h2>
        <FindInstalments finder={finder} />
        <p aria-live="polite" className="desk-hint">
          {found?.length === 0 && copy.foundNone}
        </p>
        {about.matches.length + others.length === 0 ? (
          <p>{copy.credit.noMatches}</p>
        ) : (
          <DeskForm intent="apply-credit" className="desk-form">
            <SeenRest amount={about.rest} />
            <ul className="desk-path">
              {about.matches.map((match, index) => (
                <Choice
                  key={match.id}
                  instalment={match}
                  certainty={match.certainty}
                  isChosen={index === 0 && match.certainty === 'almost_certain'}
                />
              ))}
              {others.map((instalment) => (
                <Choice key={instalment.id} instalment={instalment} />
              ))}
            </ul>
            <Tick name="perdoar">{copy.credit.forgive}</Tick>
            <Reason
              label={copy.reason}
              defaultValue={about.matches[0]?.certainty === 'almost_certain' ? about.matches[0].why : ''}
            />
            <p className="desk-acts">
              <button type="submit" className="btn btn-primary btn-small" data-key="e">
                {copy.credit.applyGo}
              </button>
            </p>
          </DeskForm>
        )}
      </section>
      <Decision intent="refund-credit" title={copy.credit.refund} go={copy.credit.refundGo} lead={above}>
        {about.needsWord && (
          <Tick name="nossa" required>
            {copy.credit.isOurs}
          </Tick>
        )}
      </Decision>
      <Decision intent="dismiss-credit" title={copy.credit.dismiss} go={copy.credit.dismissGo} />
    </>
  )
}

function Choice({
  instalment,
  certainty,
  isChosen = false,
}: {
  instalment: ShownInstalment
  certainty?: Certainty
  isChosen?: boolean
}) {
  const { id, name, what, why, amount } = instalment
  return (
    <li className="desk-choice">
      <TickControl type="checkbox" name="parcela" value={id} id={`p-${id}`} defaultChecked={isChosen} />
      <label htmlFor={`p-${id}`}>
        <b>{copy.credit.title(name, what)}</b>
        <span className="desk-sub desk-whole">
          {amount} · {why}
        </span>
      </label>
      {certainty && (
        <span className={cx('desk-pill', certainty === 'almost_certain' && 'is-ok')}>
          {copy.certainty[certainty]}
        </span>
      )}
    </li>
  )
}

/** Decisions about a payment that was recorded by hand: approval by a second person, or undoing it. */
function ManualDecisions({ about, isOpen }: { about: About<'manual'>; isOpen: boolean }) {
  const words = manualCopy.item
  return (
    <>
      <p className="desk-acts">
        <Link to={about.order}>{words.order}</Link>
        {about.file && <a href={about.file}>{words.file}</a>}
      </p>
      <Targets title={words.pays} targets={about.targets} />
      {isOpen && (
        <>
          {about.isMine ? (
            <p className="desk-hint">{words.mine}</p>
          ) : (
            <Decision intent="approve-manual" title={words.approve} go={words.approveGo} isMain />
          )}
          <Decision
            intent="decline-manual"
            title={about.isMine ? words.withdraw : words.decline}
            go={words.declineGo}
          />
        </>
      )}
      {about.canUndo && (
        <Decision intent="undo-manual" title={words.undo} go={words.undoGo} lead={words.undoLead} />
      )}
    </>
  )
}

function RefundDecisions({ about, isOpen }: { about: About<'refund'>; isOpen: boolean }) {
  if (!isOpen)
    return about.evidence ? (
      <p>
        <a href={about.evidence}>{manualCopy.item.file}</a>
      </p>
    ) : null
  return (
    <>
      {about.transfer && (
        <section className="desk-block" aria-labelledby="transferir">
          <h2 id="transferir">{manualCopy.refund.title}</h2>
          <p>{manualCopy.refund.lead}</p>
          <DeskForm
            intent="transfer-refund"
            className="desk-form"
            fields={{ centavos: about.transfer.amount }}
            upload
          >
            <EvidenceFields
              today={about.transfer.today}
              dayLabel={manualCopy.refund.day}
              channelLabel={manualCopy.refund.channel}
            />
            <button type="submit" className="btn btn-primary btn-small" data-key="e">
              {manualCopy.refund.go}
            </button>
          </DeskForm>
        </section>
      )}
      {about.isHeld && <p>{copy.refund.held}</p>}
      {about.isUnderWay && <p>{copy.refund.underWay}</p>}
      {about.unattributed > 0 && (
        <Decision intent="attribute" title={copy.refund.attribute} go={copy.refund.attributeGo} isMain>
          <fieldset>
            <legend className="desk-sr">{copy.refund.attribute}</legend>
            {about.targets.map(({ id, title, rest }) => (
              <Tick key={id} name="alvo" value={id}>
                {title} · {copy.charge.left(rest)}
              </Tick>
            ))}
            <Tick name="espalhar">{copy.refund.spread}</Tick>
          </fieldset>
          <SeenRest amount={about.unattributed} />
          <AmountField hint={copy.refund.all} />
        </Decision>
      )}
      {about.isFailed && (
        <>
          <Decision intent="retry-refund" title={copy.refund.retry} go={copy.refund.retryGo} isMain />
          <Decision intent="give-up-refund" title={copy.refund.giveUp} go={copy.refund.giveUpGo} />
        </>
      )}
    </>
  )
}

function SetAsideDecisions({ about, answer }: { about: About<'set-aside'>; answer: DeskAnswer | undefined }) {
  const reader = useFetcher<DeskAnswer>()
  const read = reader.data ?? answer
  const texts = readFound<FoundData<typeof action, 'read-set-aside'>>(read)
  return (
    <>
      <details className="desk-do" open={texts !== undefined}>
        <summary>{copy.setAside.read}</summary>
        <p className="desk-hint">{copy.setAside.readLead}</p>
        <reader.Form method="post" className="desk-form">
          <input type="hidden" name="intent" value="read-set-aside" />
          <Reason label={copy.reason} />
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.setAside.readGo}
          </button>
        </reader.Form>
        <div aria-live="polite">
          {read && !read.ok && <p className="desk-problem">{read.message}</p>}
          {texts?.map(({ at, text }) => (
            <p key={at}>
              <small>{at}</small>
              <code>{text}</code>
            </p>
          ))}
        </div>
      </details>
      {about.isPerhapsOurs && (
        <Decision intent="confirm-set-aside" title={copy.setAside.confirm} go={copy.setAside.confirmGo} />
      )}
      <Decision
        intent="resolve-set-aside"
        title={copy.setAside.resolve}
        go={copy.setAside.resolveGo}
        fields={{ visto: about.seen }}
      />
    </>
  )
}

function Targets({
  title,
  targets,
}: {
  title: string
  targets: readonly { id: string; title: string; rest: string }[]
}) {
  if (targets.length === 0) return null
  return (
    <section className="desk-block">
      <h2>{title}</h2>
      <ul className="desk-lines">
        {targets.map(({ id, title: what, rest }) => (
          <li key={id}>
            <span>{what}</span>
            <span className="desk-amount">{rest}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Differences({ rows }: { rows: About<'close'>['rows'] }) {
  return (
    <div className="desk-table-wrap">
      <table className="desk-table">
        <caption>{copy.close.differences}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.close.columns.id}</th>
            <th scope="col" className="is-number">
              {copy.close.columns.theirs}
            </th>
            <th scope="col" className="is-number">
              {copy.close.columns.ours}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ providerId, theirs, ours, obstacle }) => (
            <tr key={providerId}>
              <th scope="row">
                {providerId}
                {obstacle && <span className="desk-sub">{obstacle}</span>}
              </th>
              <td className="is-number">{theirs}</td>
              <td className="is-number">{ours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
