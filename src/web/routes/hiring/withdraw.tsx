import { data } from 'react-router'
import { formatDateLong, todayInSaoPaulo } from '../../../core/calendar.ts'
import { withdrawalUntil } from '../../../modules/contracting/public.ts'
import { appContext } from '../../context.ts'
import { withdrawalCopy as copy, withdrawnText } from '../../copy/withdrawal.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/withdraw.ts'
import { withdrawalRefusalOf } from './withdrawal-refusal.server.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/**
 * Explains the effects of a withdrawal before the customer confirms it, or says that it was made or is no longer possible.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { orders, contracting, payments, clock } = context.get(appContext)
  const order = await orders.orderOf({ userId: viewer.id, orderId: params.orderId })
  if (!order) {
    await recordMiss(context, 'order', [params.orderId])
    throw data(null, { status: 404 })
  }
  const until = withdrawalUntil(todayInSaoPaulo(order.createdAt))
  const made = await contracting.withdrawalsOf({ orderIds: [order.id], userId: viewer.id })
  return {
    orderId: order.id,
    service: order.serviceTitle,
    until: formatDateLong(until),
    withdrawal: made.get(order.id),
    isCancelled: order.status === 'cancelled',
    refused: await withdrawalRefusalOf(order, { today: todayInSaoPaulo(clock.now()), payments }),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { config, contracting, log } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const withdrawn = await contracting.withdraw({ orderId: params.orderId, viewer }).catch((err: unknown) => {
    log.error({ err }, 'hiring: the withdrawal failed')
    return undefined
  })
  if (!withdrawn) {
    const again = paths.withdrawal(params.orderId)
    return redirectWithToast(cookies, again, { tone: 'destructive', ...copy.failed })
  }
  if (withdrawn.ok) {
    const text = withdrawn.value.checking > 0 ? copy.checking : copy.done
    return redirectWithToast(cookies, paths.tracking(), { tone: 'success', ...text })
  }
  await recordMiss(context, 'order', [params.orderId])
  return redirectWithToast(cookies, paths.tracking(), {
    tone: 'destructive',
    ...copy.refused[withdrawn.code],
  })
}

export default function Withdraw({ loaderData }: Route.ComponentProps) {
  const { orderId, service, until, withdrawal, isCancelled, refused } = loaderData
  const closed = withdrawal
    ? { title: copy.already, text: withdrawnText(withdrawal) }
    : refused && copy.refused[refused]
  if (closed) {
    return (
      <>
        <PageHeader eyebrow={copy.eyebrow} title={closed.title} lead={nonBreaking(closed.text)} />
        <div className="wrap actions mt-0 pb-16">
          <LinkButton href={paths.trackOrder(orderId)}>{copy.track}</LinkButton>
          {withdrawal && (
            <LinkButton tone="quiet" href={paths.payments({ aba: 'pagas' })}>
              {copy.returned}
            </LinkButton>
          )}
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead(service, until)} />
      <div className="wrap pb-16">
        <section className="card max-w-read">
          <h2 className="row-title mb-4">{copy.what}</h2>
          <Checklist items={copy.effects(isCancelled)} />
          <form method="post" action={paths.withdrawal(orderId)} className="actions">
            <Button tone="destructive" busyLabel={copy.confirmBusy}>
              {copy.confirm}
            </Button>
            <LinkButton tone="quiet" href={paths.trackOrder(orderId)}>
              {copy.keep}
            </LinkButton>
          </form>
        </section>
      </div>
    </>
  )
}
