import { data } from 'react-router'
import { addDays, type IsoDate } from '../../../core/calendar.ts'
import type { PostponementOffer } from '../../../modules/payments/index.server.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { postponeCopy as copy, dayAndDate } from '../../copy/arrangements.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Route } from './+types/postpone.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads the dates to which an instalment can be postponed, or the reason why it cannot. */
export async function loader({ request, params: { instalmentId }, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { payments } = context.get(appContext)
  const offered = await payments.postponementOf({ userId: viewer.id, instalmentId })
  if (offered.ok) return { offer: offered.value }
  if (offered.code !== 'not_found') return { refused: offered.code }
  await recordMiss(context, 'instalment', [instalmentId])
  throw data(null, { status: 404 })
}

export async function action({ request, params: { instalmentId }, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { config, payments, log } = context.get(appContext)
  const { ip, userAgent } = context.get(requestContext)
  const cookies = cookiesFor(config.session)
  const here = paths.postpone(instalmentId)
  const postponed = await payments
    .postponeInstalment({
      userId: viewer.id,
      instalmentId,
      to: textIn(context.get(formContext), 'novaData'),
      evidence: { ip, userAgent },
    })
    .catch((err: unknown) => {
      log.error({ err }, 'payments: postponing failed')
      return undefined
    })
  if (!postponed) return redirectWithToast(cookies, here, { tone: 'destructive', ...copy.failed })
  if (postponed.ok) {
    return redirectWithToast(cookies, paths.payments(), {
      tone: 'success',
      ...copy.done(postponed.value.to),
    })
  }
  if (postponed.code === 'not_found') await recordMiss(context, 'instalment', [instalmentId])
  const to = postponed.code === 'date_not_allowed' ? here : paths.payments()
  return redirectWithToast(cookies, to, { tone: 'destructive', ...copy.refused[postponed.code] })
}

export default function Postpone({ loaderData, params: { instalmentId } }: Route.ComponentProps) {
  if (loaderData.refused) {
    const { title, text } = copy.refused[loaderData.refused]
    return (
      <PageHeader eyebrow={copy.eyebrow} title={title} lead={text}>
        <LinkButton href={paths.payments()}>{copy.back}</LinkButton>
      </PageHeader>
    )
  }
  const { number, amount, from, hasOpenCharge } = loaderData.offer
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title(number)} lead={copy.lead(amount, from)} />
      <div className="wrap pb-16">
        <form method="post" action={paths.postpone(instalmentId)} className="card form max-w-read">
          <SelectField
            name="novaData"
            label={copy.date}
            placeholder={copy.choose}
            options={datesOf(loaderData.offer).map((date) => ({ value: date, label: dayAndDate(date) }))}
            required
          />
          <Checklist items={[...copy.facts, ...(hasOpenCharge ? [copy.openCharge] : [])]} />
          <div className="actions mt-0">
            <Button busyLabel={copy.confirmBusy}>{copy.confirm}</Button>
            <LinkButton tone="quiet" href={paths.payments()}>
              {copy.keep(from)}
            </LinkButton>
          </div>
        </form>
      </div>
    </>
  )
}

function datesOf({ earliest, latest }: PostponementOffer): IsoDate[] {
  const dates: IsoDate[] = []
  for (let date = earliest; date <= latest; date = addDays(date, 1)) dates.push(date)
  return dates
}
