import { data } from 'react-router'
import { formatDate } from '../../../core/calendar.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { renegotiationCopy as copy, scheduleInShort } from '../../copy/renegotiation.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Money } from '../../ui/money.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/renegotiation.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads a customer's own proposal: the current terms, the changes, and the addendum. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { contracting } = context.get(appContext)
  const renegotiationId = params.id
  const found = await contracting.renegotiationOf({ renegotiationId, userId: viewer.id })
  if (!found) {
    await recordMiss(context, 'renegotiation', [renegotiationId])
    throw data(null, { status: 404 })
  }
  const { id, state, replaced, rows, openAmount, newAmount, difference, words, until } = found
  const { text, sha256, orderNumber } = found
  return {
    id,
    state,
    replaced,
    rows,
    openAmount,
    newAmount,
    difference,
    words,
    until,
    text,
    sha256,
    orderNumber,
    untickedTerms: searchOf('renegotiation', request).has('termos'),
  }
}

/** Accepts or refuses the proposal. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { config, contracting, log } = context.get(appContext)
  const { ip, userAgent } = context.get(requestContext)
  const form = context.get(formContext)
  const cookies = cookiesFor(config.session)
  const renegotiationId = params.id
  const here = paths.renegotiation(renegotiationId)
  if (form.get('intent') === 'refuse') {
    const answer = textIn(form, 'resposta')
    const refused = await contracting.refuseRenegotiation({ renegotiationId, userId: viewer.id, answer })
    if (!refused.ok) {
      if (refused.code === 'not_found') await recordMiss(context, 'renegotiation', [renegotiationId])
      return redirectWithToast(cookies, here, { tone: 'destructive', ...copy.answered })
    }
    return redirectWithToast(cookies, paths.payments(), { tone: 'success', ...copy.refused })
  }
  const accepted = await contracting
    .acceptRenegotiation({
      renegotiationId,
      viewer,
      evidence: { ip, userAgent },
      ticked: form.has('aceito') ? [copy.accept] : [],
      shownSha256: textIn(form, 'sha256'),
    })
    .catch((err: unknown) => {
      log.error({ err }, 'hiring: accepting a renegotiation failed')
      return undefined
    })
  if (!accepted) return redirectWithToast(cookies, here, { tone: 'destructive', ...copy.failed })
  if (accepted.ok) return redirectWithToast(cookies, paths.payments(), { tone: 'success', ...copy.accepted })
  if (accepted.code === 'not_found') await recordMiss(context, 'renegotiation', [renegotiationId])
  const to =
    accepted.code === 'not_ticked' ? paths.renegotiation(renegotiationId, { termos: '1' }, 'aceitar') : here
  return redirectWithToast(cookies, to, { tone: 'destructive', ...copy.refusals[accepted.code] })
}

export default function Renegotiation({ loaderData }: Route.ComponentProps) {
  const { id, state, replaced, rows, openAmount, newAmount, difference, words, until, text, sha256 } =
    loaderData
  if (state !== 'open') {
    return (
      <PageHeader eyebrow={copy.eyebrow} title={copy.ended[state].title} lead={copy.ended[state].text}>
        <LinkButton href={paths.payments()}>{copy.toPayments}</LinkButton>
      </PageHeader>
    )
  }
  return (
    <>
      <PageHeader
        eyebrow={copy.eyebrow}
        title={copy.title}
        lead={
          <>
            {copy.lead} <OrderNumber number={loaderData.orderNumber} />
            {copy.leadUntil(until)}
          </>
        }
      />
      <div className="wrap split pb-16">
        <div>
          {words && (
            <p className="note mb-4">
              <b>{copy.words}:</b> {words}
            </p>
          )}
          <p className="renegotiation-difference mb-4">{difference}</p>
          <div className="renegotiation">
            <Schedule title={copy.before} rows={replaced} total={openAmount} />
            <Schedule title={copy.after} rows={rows} total={newAmount} isNew />
          </div>
          <details className="mt-6">
            <summary className="link-action">{copy.whole}</summary>
            <pre className="renegotiation-text">{text}</pre>
          </details>
        </div>
        <div className="split-aside">
          <section className="card accept" id="aceitar" aria-labelledby="aceitar-titulo">
            <h2 id="aceitar-titulo" className="row-title">
              {copy.acceptTitle}
            </h2>
            <form method="post" action={paths.renegotiation(id)} className="form mt-4">
              <input type="hidden" name="intent" value="accept" />
              <input type="hidden" name="sha256" value={sha256} />
              <Checkbox
                name="aceito"
                hint={copy.acceptHint}
                error={loaderData.untickedTerms ? copy.notTicked.title : undefined}
              >
                {copy.accept}
              </Checkbox>
              <Button block busyLabel={copy.submitBusy}>
                {copy.submit}
              </Button>
              <p className="note">{copy.nothingNow}</p>
            </form>
            <details className="mt-4">
              <summary className="link-action">{copy.refuse}</summary>
              <form method="post" action={paths.renegotiation(id)} className="form mt-4">
                <input type="hidden" name="intent" value="refuse" />
                <label className="field">
                  <span>{copy.refuseLabel}</span>
                  <textarea className="control" name="resposta" maxLength={500} rows={2} />
                </label>
                <Button block tone="quiet">
                  {copy.refuseGo}
                </Button>
              </form>
            </details>
          </section>
        </div>
      </div>
    </>
  )
}

function Schedule({
  title,
  rows,
  total,
  isNew = false,
}: {
  title: string
  rows: readonly { number: number; amount: number; dueDate: string }[]
  total: number
  isNew?: boolean
}) {
  return (
    <section className={isNew ? 'card renegotiation-side is-new' : 'card renegotiation-side'}>
      <h2 className="row-title">{title}</h2>
      {rows.length > maxListed ? (
        <details>
          <summary>{scheduleInShort(rows)}</summary>
          <Rows rows={rows} />
        </details>
      ) : (
        <Rows rows={rows} />
      )}
      <p className="renegotiation-total">
        <b>{copy.total}</b> <Money amount={total} />
      </p>
    </section>
  )
}

/** Maximum number of instalments listed; a longer schedule is summarized in one line, and its list unfolds. */
const maxListed = 7

function Rows({ rows }: { rows: readonly { number: number; amount: number; dueDate: string }[] }) {
  return (
    <ul>
      {rows.map(({ number, amount, dueDate }) => (
        <li key={number}>
          <span>
            {copy.instalment(number)}
            <small>{formatDate(dueDate)}</small>
          </span>
          <Money amount={amount} />
        </li>
      ))}
    </ul>
  )
}
