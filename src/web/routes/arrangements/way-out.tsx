import { data, redirect } from 'react-router'
import type { OfferedWay } from '../../../modules/contracting/index.server.ts'
import { appContext, formContext } from '../../context.ts'
import { wayOutCopy as copy } from '../../copy/way-out.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { RadioCard } from '../../ui/radio-card.tsx'
import type { Route } from './+types/way-out.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads the agreements that a late customer may choose for an order. A pending proposal of the team takes precedence. */
export async function loader({ request, params: { orderId }, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const found = await context.get(appContext).contracting.waysOutOf({ userId: viewer.id, orderId })
  if (found.ok && found.value.waiting) throw redirect(paths.renegotiation(found.value.waiting))
  if (found.ok) return { offer: found.value }
  if (found.code !== 'not_found') return { refused: found.code }
  await recordMiss(context, 'order', [orderId])
  throw data(null, { status: 404 })
}

/** Creates a proposal from the chosen option; it is read and accepted on its own page. */
export async function action({ request, params: { orderId }, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { config, contracting } = context.get(appContext)
  const form = context.get(formContext)
  const way = textIn(form, 'jeito')
  const shownFirst = textIn(form, `data-${way}`)
  const chosen = await contracting.chooseWayOut({ userId: viewer.id, orderId, way, shownFirst })
  if (chosen.ok) throw redirect(paths.renegotiation(chosen.value.renegotiationId))
  if (chosen.code === 'not_found') await recordMiss(context, 'order', [orderId])
  // The page itself shows every other reason.
  const here = paths.agreement(orderId)
  if (chosen.code !== 'changed') throw redirect(here)
  return redirectWithToast(cookiesFor(config.session), here, { tone: 'neutral', ...copy.changed })
}

export default function WayOut({ loaderData, params: { orderId } }: Route.ComponentProps) {
  if (loaderData.refused) {
    const { title, text } = copy.refused[loaderData.refused]
    return (
      <PageHeader eyebrow={copy.eyebrow} title={title} lead={text}>
        <LinkButton href={paths.payments()}>{copy.back}</LinkButton>
      </PageHeader>
    )
  }
  const { offered, open } = loaderData.offer
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead(open)} />
      <div className="wrap pb-16">
        <form method="post" action={paths.agreement(orderId)} className="form max-w-read">
          <ChoiceGroup name="jeito" legend={copy.legend}>
            {offered.map((one, index) => (
              <RadioCard
                key={one.way}
                name="jeito"
                value={one.way}
                title={copy.ways[one.way]}
                checked={index === 0}
                {...said(one)}
              />
            ))}
          </ChoiceGroup>
          {offered.map(({ way, rows }) => (
            <input key={way} type="hidden" name={`data-${way}`} value={rows[0]?.dueDate ?? ''} />
          ))}
          <Checklist items={copy.facts} />
          <div className="actions mt-0">
            <Button busyLabel={copy.goBusy}>{copy.go}</Button>
            <LinkButton tone="quiet" href={paths.payments()}>
              {copy.back}
            </LinkButton>
          </div>
        </form>
      </div>
    </>
  )
}

/** Returns the texts of the first payment, the payments after it, and the last date. */
function said({ rows, total }: OfferedWay) {
  const [first, ...rest] = rows
  const last = rest.at(-1)
  return {
    ...(first && { how: copy.first(first.amount, first.dueDate) }),
    ...(last && {
      footer: `${copy.rest(rest.map(({ amount }) => amount))}, ${copy.until(last.dueDate, total)}`,
    }),
  }
}
