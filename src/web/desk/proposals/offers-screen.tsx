import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { MAX_TITLE_LENGTH } from '../../../modules/proposals/public.ts'
import { offersCopy as copy, proposalsCopy } from '../../copy/desk-proposals.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/offers.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { Decide } from '../decide.tsx'
import { Reason } from '../reason.tsx'
import { useSendOnce } from '../send-once.ts'
import { TypedContext, typedIn } from '../typed.ts'
import { useAnnounce } from '../undo.tsx'
import { useShown } from '../unshown-answers.ts'

type OffersData = ScreenData<typeof loader>

/** Preview of an offer as parsed from its text: every payment, and the totals. */
export interface ShownPreview {
  howToPay: string
  total: string
  cashPrice: string
  payments: readonly { date: string; label: string; amount: string }[]
  /** The typed values, for a form without scripts. */
  typed: Readonly<Record<string, string>>
}

/** Milliseconds without typing before the preview is requested. */
const PREVIEW_PAUSE = 400

/** Screen of the custom offers: the form with a preview, and the list, where offers can be withdrawn. */
export function OffersScreen({ data, answer }: { data: OffersData; answer: DeskAnswer | undefined }) {
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskProposals()}>{proposalsCopy.back}</Link>
      </p>
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <OfferForm data={data} answer={answer} />
      <section className="desk-block" aria-labelledby="feitas">
        <h2 id="feitas">{copy.list}</h2>
        {data.offers.length === 0 && <p className="desk-hint">{copy.none}</p>}
        <ul className="desk-lines">
          {data.offers.map(({ id, title, name, total, status, validUntil, isOpen }) => (
            <li key={id} className="desk-wrap">
              <span>
                <b>{title}</b>
                <span className="desk-sub">
                  {[name, total, copy.validUntil(validUntil)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span
                className={cx('desk-pill', status === 'accepted' && 'is-ok', status === 'sent' && 'is-now')}
              >
                {copy.statuses[status]}
              </span>
              {isOpen && (
                <Decide
                  title={copy.withdraw}
                  reason={copy.reason}
                  fields={{ id }}
                  choices={[{ intent: 'withdraw', label: copy.withdraw, tone: 'quiet' }]}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function OfferForm({ data, answer }: { data: OffersData; answer: DeskAnswer | undefined }) {
  const sender = useFetcher<DeskAnswer>()
  const sendOnce = useSendOnce(sender)
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  // The same form sent twice is one offer; a new key, and no preview, is used once this offer was sent.
  const [key, setKey] = useState(data.key)
  const previewer = useFetcher<DeskAnswer>({ key: `preview ${key}` })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!sender.data?.ok || sender.data.found) return
    announce(sender.data)
    form.current?.reset()
    setKey(crypto.randomUUID())
  }, [sender.data, announce])
  useShown(sender.data)
  useShown(previewer.data)
  const read = previewer.data ?? answer
  const preview = previewIn(read)
  const typed = previewIn(answer)?.typed ?? typedIn(answer)
  const refusal = [sender.data, previewer.data, answer].find((each) => each && !each.ok)
  const ask = (target: HTMLFormElement) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const fields = new FormData(target)
      fields.set('intent', 'preview')
      if (fields.get('preco') && fields.get('tipo')) void previewer.submit(fields, { method: 'post' })
    }, PREVIEW_PAUSE)
  }
  return (
    <sender.Form
      method="post"
      ref={form}
      className="desk-do desk-form"
      onSubmit={sendOnce}
      onChange={(event) => ask(event.currentTarget)}
    >
      <h2>{copy.make}</h2>
      <input type="hidden" name="chave" value={key} />
      <label>
        {copy.email}
        <input className="control" name="email" type="email" autoComplete="off" defaultValue={typed.email} />
      </label>
      <label>
        {copy.service}
        <select className="control" name="servico" defaultValue={typed.servico}>
          {data.services.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        {copy.variant}
        <select className="control" name="variante" defaultValue={typed.variante}>
          {Object.entries(copy.variants).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {copy.paymentType}
        <input className="control" name="tipo" required autoComplete="off" defaultValue={typed.tipo} />
        <span className="desk-hint">{copy.paymentTypeHint}</span>
      </label>
      <label>
        {copy.price}
        <input className="control" name="preco" required autoComplete="off" defaultValue={typed.preco} />
        <span className="desk-hint">{copy.priceHint}</span>
      </label>
      <label>
        {copy.cash}
        <input
          className="control"
          name="avista"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.avista}
        />
      </label>
      <label>
        {copy.until}
        <input className="control" name="ate" type="date" required defaultValue={typed.ate ?? data.until} />
      </label>
      <label>
        {copy.offerTitle}
        <input
          className="control"
          name="titulo"
          maxLength={MAX_TITLE_LENGTH}
          autoComplete="off"
          defaultValue={typed.titulo}
        />
      </label>
      <label>
        {copy.lines}
        <textarea className="control" name="linhas" rows={2} defaultValue={typed.linhas} />
      </label>
      <div aria-live="polite">
        {refusal && !refusal.ok && <p className="desk-problem">{refusal.message}</p>}
        {preview && <Preview preview={preview} />}
      </div>
      <TypedContext value={Object.entries(typed)}>
        <Reason label={copy.reason} />
      </TypedContext>
      <p className="desk-acts">
        <button type="submit" name="intent" value="send" className="btn btn-primary btn-small">
          {copy.send}
        </button>
        <button
          type="submit"
          name="intent"
          value="preview"
          formNoValidate
          className="btn btn-quiet btn-small"
        >
          {copy.preview}
        </button>
      </p>
    </sender.Form>
  )
}

function previewIn(answer: DeskAnswer | undefined): ShownPreview | undefined {
  return answer?.ok ? (answer.found as ShownPreview | undefined) : undefined
}

function Preview({ preview }: { preview: ShownPreview }) {
  return (
    <div className="desk-table-wrap">
      <table className="desk-table">
        <caption>
          {copy.previewed}: {preview.howToPay} {copy.total} {preview.total}, {copy.cashPrice.toLowerCase()}{' '}
          {preview.cashPrice}
        </caption>
        <thead>
          <tr>
            <th scope="col">{copy.due}</th>
            <th scope="col" className="is-number">
              {copy.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.payments.map(({ date, label, amount }) => (
            <tr key={`${date} ${label}`}>
              <th scope="row">
                {date} · {label}
              </th>
              <td className="is-number">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
