import { type ReactNode, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatInstant } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { MAX_NOTE_LENGTH } from '../../../modules/backoffice/public.ts'
import { customersCopy as copy } from '../../copy/desk-customers.ts'
import { offersCopy } from '../../copy/desk-proposals.ts'
import { statusLabels } from '../../copy/tracking.ts'
import { paths } from '../../paths.ts'
import type { action, loader } from '../../routes/desk/customer.tsx'
import { type DeskAnswer, type FoundData, readFound, type ScreenData } from '../answers.ts'
import { TextControl } from '../controls.tsx'
import { Thread } from '../conversations/thread.tsx'
import { DeskForm } from '../desk-form.tsx'
import { RequestDocument } from '../documents/request-document.tsx'
import { LookupPill } from '../lookups/lookup-pill.tsx'
import { FailureLine, StatePill } from '../messages/state-pill.tsx'
import { Reason } from '../reason.tsx'

type CustomerData = ScreenData<typeof loader>

/** Screen with all data about one customer: masked until a member requests to see it. */
export function CustomerScreen({ data, answer }: { data: CustomerData; answer: DeskAnswer | undefined }) {
  return (
    <div className="desk-cols">
      <div className="desk-main">
        <p className="desk-hint">{copy.since(data.since)}</p>
        <h1>{data.name || copy.noName}</h1>
        <div className="desk-tiles">
          <Tile label={copy.open}>{formatBRL(data.open)}</Tile>
          <Tile label={copy.overdue}>{formatBRL(data.overdue)}</Tile>
          <Tile label={copy.orders}>{data.orders.length}</Tile>
          {data.documents !== undefined && <Tile label={copy.documents}>{data.documents}</Tile>}
        </div>
        <section aria-labelledby="pedidos">
          <h2 id="pedidos">{copy.orders}</h2>
          {data.orders.length === 0 && <p className="desk-hint">{copy.noOrders}</p>}
          <ul className="desk-path">
            {data.orders.map(({ id, number, serviceTitle, status, progress, hired }) => (
              <li key={id}>
                <Dot status={status} />
                <span>
                  <b>
                    <Link to={paths.deskOrder(id)}>{serviceTitle}</Link>
                  </b>
                  <span className="desk-sub">
                    {number} · {hired} · {copy.progress(progress)}
                  </span>
                </span>
                <span className="desk-pill">{statusLabels[status].label}</span>
              </li>
            ))}
          </ul>
        </section>
        {data.offers.length > 0 && (
          <section aria-labelledby="ofertas">
            <h2 id="ofertas">{offersCopy.title}</h2>
            <ul className="desk-path">
              {data.offers.map(({ id, title, total, status, validUntil, orderId }) => (
                <li key={id}>
                  <Dot status={offerDots[status]} />
                  <span>
                    <b>
                      <Link to={orderId ? paths.deskOrder(orderId) : paths.deskOffers()}>{title}</Link>
                    </b>
                    <span className="desk-sub">
                      {[total, status === 'sent' && offersCopy.validUntil(validUntil)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span className="desk-pill">{offersCopy.statuses[status]}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {data.lookups.length > 0 && (
          <section aria-labelledby="consultas">
            <h2 id="consultas">{copy.lookups}</h2>
            <ul className="desk-path">
              {data.lookups.map((row) => (
                <li key={row.id}>
                  <Dot status={row.status === 'delivered' ? 'completed' : row.status} />
                  <span>
                    <b>
                      <Link to={paths.deskLookup(row.id)}>{row.title}</Link>
                    </b>
                    <span className="desk-sub">
                      {formatBRL(row.price)} · {formatInstant(row.deliveredAt ?? row.promisedAt)}
                    </span>
                  </span>
                  <LookupPill row={row} now={data.now} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {data.conversations.length > 0 && (
          <section aria-labelledby="conversas">
            <h2 id="conversas">{copy.conversations}</h2>
            {data.conversations.map((conversation) => (
              <Thread key={conversation.id} conversation={conversation} />
            ))}
          </section>
        )}
        <section aria-labelledby="mensagens">
          <h2 id="mensagens">{copy.messages}</h2>
          {data.messages.length === 0 && <p className="desk-hint">{copy.noMessages}</p>}
          <ul className="desk-path">
            {data.messages.map(({ id, subject, state, failureCode, at }) => (
              <li key={id}>
                <Dot status={state === 'failed' ? 'cancelled' : 'completed'} />
                <span>
                  {subject}
                  <span className="desk-sub">{at}</span>
                  <FailureLine state={state} code={failureCode} />
                </span>
                <StatePill state={state} />
              </li>
            ))}
          </ul>
        </section>
      </div>
      <aside className="desk-pane">
        <Identity data={data} answer={answer} />
        {data.requests && <RequestDocument customerId={data.id} requests={data.requests} />}
        {data.mayEndSessions && <EndSessions />}
        <section aria-labelledby="anotacoes">
          <h2 id="anotacoes">{copy.notes}</h2>
          <DeskForm intent="note" className="desk-do desk-form">
            <label>
              {copy.note}
              <TextControl name="anotacao" required maxLength={MAX_NOTE_LENGTH} rows={3} />
            </label>
            <button type="submit" className="btn btn-primary btn-small">
              {copy.noteGo}
            </button>
          </DeskForm>
          {data.notes.length === 0 && <p className="desk-hint">{copy.noNotes}</p>}
          <ul className="desk-path">
            {data.notes.map(({ id, by, text, at }) => (
              <li key={id}>
                <span className="desk-dot" />
                <span>
                  {text}
                  <span className="desk-sub">
                    {by}, {at}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </aside>
    </div>
  )
}

/** The customer's identity. Unmasked data exists only in this browser's memory and is discarded when the screen closes. */
function Identity({ data, answer }: { data: CustomerData; answer: DeskAnswer | undefined }) {
  const fetcher = useFetcher<DeskAnswer>()
  const [isHidden, setHidden] = useState(false)
  const given = fetcher.data ?? answer
  const shown = isHidden ? undefined : readFound<FoundData<typeof action, 'reveal'>>(given)
  const { document, phone, email } = { ...data, ...shown }
  return (
    <section>
      <dl className="desk-facts">
        <Fact term={copy.document}>{document}</Fact>
        <Fact term={copy.phone}>{phone}</Fact>
        <Fact term={copy.email}>{email}</Fact>
      </dl>
      {!shown && (
        <fetcher.Form method="post" onSubmit={() => setHidden(false)}>
          <input type="hidden" name="intent" value="reveal" />
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.show}
          </button>
        </fetcher.Form>
      )}
    </section>
  )
}

function EndSessions() {
  return (
    <section aria-labelledby="sessoes">
      <h2 id="sessoes">{copy.sessions}</h2>
      <details className="desk-do">
        <summary>{copy.endSessions}</summary>
        <DeskForm intent="end-sessions" className="desk-form">
          <p className="desk-hint">{copy.endSessionsHint}</p>
          <Reason label={copy.endSessionsReason} />
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.endSessions}
          </button>
        </DeskForm>
      </details>
    </section>
  )
}

/** The state of an order whose dot an offer has. */
const offerDots = { sent: 'in_progress', accepted: 'completed', withdrawn: '', expired: '' } as const

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <small>{label}</small>
      <b>{children}</b>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  if (!children) return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Dot({ status }: { status: string }) {
  const isNow = status === 'paid' || status === 'in_progress'
  return (
    <span
      className={`desk-dot${status === 'completed' ? ' is-done' : ''}${isNow ? ' is-now' : ''}`}
      aria-hidden="true"
    />
  )
}
