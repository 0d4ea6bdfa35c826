import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { MAX_WORDS_LENGTH, MIN_WORDS_LENGTH } from '../../../modules/orders/public.ts'
import { conversationsCopy } from '../../copy/desk-conversations.ts'
import { failureWords, messageStateWords } from '../../copy/desk-message-states.ts'
import { orderCopy as copy, ordersCopy } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import type { action } from '../../routes/desk/customer.tsx'
import { type DeskAnswer, type FoundData, readFound } from '../answers.ts'
import { TextControl } from '../controls.tsx'
import { Thread } from '../conversations/thread.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Key } from '../key.tsx'
import { dueWords } from '../queue/time-left.ts'
import { useAnnounce } from '../undo.tsx'
import { ContactForm } from './contact-form.tsx'
import { type OrderData, useMay } from './order-data.ts'
import { OrderHistory } from './order-history.tsx'

/** Pane with the customer of an order, the conversations, the contract, documents and messages, and the history. */
export function CustomerPane({ data, now }: { data: OrderData; now: Date }) {
  const { contract, documents, messages, conversations } = data
  const may = useMay()
  return (
    <aside className="desk-pane desk-order-pane" aria-labelledby="cliente">
      <Customer data={data} />
      <Contact data={data} now={now} />
      {conversations.length > 0 && (
        <section aria-labelledby="conversas">
          <h2 id="conversas">{copy.conversations}</h2>
          {conversations.map((conversation) => (
            <Thread key={conversation.id} conversation={conversation} />
          ))}
        </section>
      )}
      <section aria-labelledby="historico">
        <h2 id="historico">{copy.history}</h2>
        <OrderHistory data={data} />
      </section>
      <section aria-labelledby="contrato">
        <h2 id="contrato">{copy.contract}</h2>
        {contract ? (
          <>
            <dl className="desk-facts">
              <Fact term={copy.contractVersion(contract.version)}>{contract.acceptedAtText}</Fact>
              <Fact term="SHA-256">
                <code>{`${contract.sha256.slice(0, 8)}…${contract.sha256.slice(-4)}`}</code>
              </Fact>
            </dl>
            {may('contract.open') && (
              <p>
                <a className="desk-order-quiet" href={paths.deskContract(data.order.id)} download>
                  {copy.contractOpen}
                </a>
              </p>
            )}
            <DeskForm intent="verify-contract">
              <button type="submit" className="desk-order-quiet">
                {copy.contractVerify}
              </button>
            </DeskForm>
          </>
        ) : (
          <p className="desk-hint">{copy.noContract}</p>
        )}
      </section>
      {may('document.read') && (
        <section aria-labelledby="documentos">
          <h2 id="documentos">{copy.documents}</h2>
          {documents.length === 0 ? (
            <p className="desk-hint">{copy.noDocuments}</p>
          ) : (
            <ul className="desk-order-list">
              {documents.map(({ id, name, review, createdAt }) => (
                <li key={id}>
                  <span>{name}</span>
                  <span className="desk-hint">
                    {copy.reviews[review]} · {formatDate(todayInSaoPaulo(createdAt))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <section aria-labelledby="mensagens">
        <h2 id="mensagens">{copy.messages}</h2>
        {messages.length === 0 ? (
          <p className="desk-hint">{copy.noMessages}</p>
        ) : (
          <ul className="desk-order-list">
            {messages.map(({ id, subject, channel, state, failureCode, createdAt }) => (
              <li key={id}>
                <span>{subject}</span>
                <span className="desk-hint">
                  {[
                    conversationsCopy.channels[channel],
                    messageStateWords[state],
                    state === 'failed' && failureWords(failureCode),
                    formatInstant(createdAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </aside>
  )
}

/** The customer's data, masked until a member requests it with a separate, recorded action. */
function Customer({ data: { customer, order } }: { data: OrderData }) {
  const may = useMay()
  const announce = useAnnounce()
  const fetcher = useFetcher<DeskAnswer>()
  const latest = useRef(announce)
  useEffect(() => {
    latest.current = announce
  })
  useEffect(() => {
    if (fetcher.data?.ok) latest.current({ ok: true, done: fetcher.data.done })
  }, [fetcher.data])
  const result = fetcher.data
  const seen = readFound<FoundData<typeof action, 'reveal'>>(result)
  const shown = (name: 'document' | 'phone' | 'email') => seen?.[name] || customer[name] || copy.unknown
  return (
    <section aria-labelledby="cliente">
      <h2 id="cliente">
        <Link to={paths.deskCustomer(order.userId)}>{customer.name || ordersCopy.nobody}</Link>
      </h2>
      <dl className="desk-facts">
        <Fact term={copy.document}>{shown('document')}</Fact>
        <Fact term={copy.phone}>{shown('phone')}</Fact>
        <Fact term={copy.email}>{shown('email')}</Fact>
        <Fact term={copy.otherOrders}>{copy.othersOf(customer.orders)}</Fact>
      </dl>
      {!seen && may('customer.reveal') && (
        <fetcher.Form method="post" action={paths.deskCustomer(order.userId)}>
          <input type="hidden" name="intent" value="reveal" />
          <button type="submit" className="desk-order-quiet" data-key="m" aria-keyshortcuts="M">
            {copy.reveal} <Key>M</Key>
          </button>
        </fetcher.Form>
      )}
    </section>
  )
}

/**
 * Forms that record a contact with the customer, and a note for colleagues. The form for the promised first contact is open from
 * the start.
 */
function Contact({ data: { order }, now }: { data: OrderData; now: Date }) {
  const may = useMay()
  const isOwed = order.contactDueAt !== null
  return (
    <section aria-label={copy.contact}>
      {may('order.contact') && (
        <details className="desk-do" open={isOwed}>
          <summary data-key="c" aria-keyshortcuts="C">
            {isOwed ? copy.contactFirst : copy.contact}
            {order.contactDueAt ? (
              <span className={order.contactDueAt < now ? 'desk-pill is-bad' : 'desk-pill is-now'}>
                {dueWords(order.contactDueAt, now)}
              </span>
            ) : (
              <Key>C</Key>
            )}
          </summary>
          <ContactForm orderId={order.id} />
        </details>
      )}
      {may('order.note') && (
        <details className="desk-do">
          <summary data-key="n" aria-keyshortcuts="N">
            {copy.note} <Key>N</Key>
          </summary>
          <DeskForm intent="note" className="desk-form">
            <label>
              {copy.noteLabel}
              <TextControl
                name="nota"
                required
                minLength={MIN_WORDS_LENGTH}
                maxLength={MAX_WORDS_LENGTH}
                rows={2}
              />
            </label>
            <button type="submit" className="btn btn-quiet btn-small">
              {copy.note}
            </button>
          </DeskForm>
        </details>
      )}
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
