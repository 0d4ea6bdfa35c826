import { useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { MAX_RENEGOTIATION_DAYS } from '../../../modules/contracting/public.ts'
import { renegotiationDeskCopy as copy } from '../../copy/desk-renegotiation.ts'
import { scheduleInShort } from '../../copy/renegotiation.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/renegotiation.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { LineControl, TextControl } from '../controls.tsx'
import { Decide } from '../decide.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Tick } from '../money/decision.tsx'
import { Reason } from '../reason.tsx'
import { typedIn } from '../typed.ts'

type Data = ScreenData<typeof loader>
type Row = { number: number; dueDate: string; amount: number }

/** Preview of a new schedule: the typed values, each instalment, and the totals in centavos. */
export interface ShownRenegotiation {
  typed: Readonly<Record<string, string>>
  rows: readonly Row[]
  openAmount: number
  newAmount: number
}

/** Screen of a new schedule for the open amount of an order: written in the notation, previewed, and sent to the customer. */
export function RenegotiationScreen({ data, answer }: { data: Data; answer: DeskAnswer | undefined }) {
  const { order, open } = data
  return (
    <div className="desk-main desk-narrow">
      <p className="desk-hint">
        <Link to={paths.deskOrder(order.id)}>{order.number}</Link> · {order.customer}, {order.serviceTitle}
      </p>
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      {open ? (
        <details className="desk-do">
          <summary>
            {copy.open}: {formatBRL(open.total)}, {scheduleInShort(open.rows)}
          </summary>
          <Schedule title={copy.open} rows={open.rows} total={open.total} />
        </details>
      ) : (
        <p className="desk-hint">{copy.nothing}</p>
      )}
      <Proposals proposals={data.proposals} />
      {open && !data.isWaiting && <NewProposal data={data} answer={answer} />}
    </div>
  )
}

function NewProposal({ data, answer }: { data: Data; answer: DeskAnswer | undefined }) {
  const viewer = useFetcher<DeskAnswer>()
  const read = viewer.data ?? answer
  const shown = read?.ok ? (read.found as ShownRenegotiation | undefined) : undefined
  const typed = shown?.typed ?? typedIn(answer)
  const [isChanged, setChanged] = useState(false)
  // Only what is seen is sent: a form that was changed since its preview is previewed again first.
  const isStale = isChanged || viewer.state !== 'idle'
  return (
    <section className="desk-block" aria-labelledby="nova">
      <h2 id="nova">{copy.form}</h2>
      <viewer.Form
        method="post"
        className="desk-form"
        onChange={() => setChanged(true)}
        onSubmit={() => setChanged(false)}
      >
        <input type="hidden" name="intent" value="preview" />
        <label>
          {copy.how}
          <input
            className="control"
            name="tipo"
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={typed.tipo}
            aria-describedby="como-dica"
          />
        </label>
        <p className="desk-hint" id="como-dica">
          {copy.howHint}
        </p>
        <div className="desk-pair">
          <label>
            {copy.price}
            <input
              className="control"
              name="preco"
              inputMode="decimal"
              maxLength={40}
              autoComplete="off"
              defaultValue={typed.preco}
              placeholder={data.open ? formatBRL(data.open.total) : undefined}
            />
            <span className="desk-hint">{copy.priceHint}</span>
          </label>
          <label>
            {copy.first}
            <input
              className="control"
              type="date"
              name="primeiro"
              required
              min={data.today}
              max={data.lastFirst}
              defaultValue={typed.primeiro ?? data.usualFirst}
            />
          </label>
        </div>
        {data.open && data.open.maxSurcharge > 0 && (
          <Tick name="maior" defaultChecked={typed.maior === '1'}>
            {copy.more}. {copy.limit(formatBRL(data.open.maxSurcharge))}
          </Tick>
        )}
        <button
          type="submit"
          className={shown && !isStale ? 'btn btn-quiet btn-small' : 'btn btn-primary btn-small'}
        >
          {copy.preview}
        </button>
        {read && !read.ok && (
          <p className="desk-problem" role="alert">
            {read.message}
          </p>
        )}
      </viewer.Form>
      <div aria-live="polite">
        {shown && isStale && <p className="desk-hint">{copy.changed}</p>}
        {shown && (
          <div hidden={isStale}>
            <Schedule title={copy.new} rows={shown.rows} total={shown.newAmount} note={noteOf(shown)} />
            <DeskForm
              intent="propose"
              className="desk-form"
              fields={{
                tipo: typed.tipo ?? '',
                preco: typed.preco ?? '',
                primeiro: typed.primeiro ?? '',
                aberto: shown.openAmount,
                visto: shown.newAmount,
                ...(typed.maior === '1' && { maior: '1' }),
              }}
            >
              <label>
                {copy.valid}
                <LineControl
                  type="number"
                  name="dias"
                  required
                  min={1}
                  max={MAX_RENEGOTIATION_DAYS}
                  defaultValue={7}
                />
              </label>
              <label>
                {copy.words}
                <TextControl name="palavras" maxLength={600} rows={2} />
              </label>
              <Reason label={copy.reason} />
              <button type="submit" className="btn btn-primary btn-small" data-key="e">
                {copy.send}
              </button>
            </DeskForm>
          </div>
        )}
      </div>
    </section>
  )
}

function noteOf({ openAmount, newAmount }: ShownRenegotiation): string {
  const difference = newAmount - openAmount
  if (difference === 0) return copy.same
  return difference < 0 ? copy.less(formatBRL(-difference)) : copy.added(formatBRL(difference))
}

function Schedule({
  title,
  rows,
  total,
  note,
}: {
  title: string
  rows: readonly Row[]
  total: number
  note?: string
}) {
  return (
    <div className="desk-table-wrap desk-block">
      <table className="desk-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.columns.what}</th>
            <th scope="col">{copy.columns.due}</th>
            <th scope="col" className="is-number">
              {copy.columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, dueDate, amount }) => (
            <tr key={number}>
              <td>{copy.instalment(number)}</td>
              <td className="is-day">{formatDate(dueDate)}</td>
              <td className="is-number">{formatBRL(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {copy.total} {note && <span className="desk-pill">{note}</span>}
            </th>
            <td className="is-number">{formatBRL(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Proposals({ proposals }: { proposals: Data['proposals'] }) {
  if (proposals.length === 0) return null
  return (
    <section className="desk-block" aria-labelledby="propostas">
      <h2 id="propostas">{copy.all}</h2>
      <ul className="desk-lines">
        {proposals.map(({ id, state, openAmount, newAmount, until, proposedAt, answer, needsReview }) => (
          <li key={id} className="desk-wrap">
            <span>
              <b>{copy.from(formatBRL(openAmount), formatBRL(newAmount))}</b>
              <span className="desk-sub">
                {[proposedAt, state === 'open' && copy.until(until)].filter(Boolean).join(' · ')}
              </span>
              {answer && <span className="desk-sub">{copy.answer(answer)}</span>}
            </span>
            <span
              className={cx(
                'desk-pill',
                state === 'accepted' && 'is-ok',
                state === 'open' && 'is-now',
                needsReview && 'is-bad',
              )}
            >
              {copy.states[state]}
            </span>
            {(state === 'open' || needsReview) && (
              <Decide
                title={needsReview ? copy.review : copy.withdraw}
                reason={copy.reason}
                fields={{ id }}
                choices={[
                  needsReview
                    ? { intent: 'review', label: copy.review, tone: 'quiet' }
                    : { intent: 'withdraw', label: copy.withdraw, tone: 'quiet' },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
