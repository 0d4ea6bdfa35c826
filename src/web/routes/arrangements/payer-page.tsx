import { data, redirect } from 'react-router'
import { secondsUntil } from '../../../core/durations.ts'
import { nightLimitReminder } from '../../../modules/payments/public.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { payerPageCopy as copy } from '../../copy/arrangements.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { Island } from '../../ui/island.tsx'
import { shownCharge } from '../../ui/pix/shown-charge.ts'
import type { Route } from './+types/payer-page.ts'
import { PayerView } from './payer-view.tsx'

/** Uses its own frame, because the site's menu and footer name what the company sells. */
export const handle = { shell: 'own', secretLink: true }

/** Contains nothing that a link preview in a chat could reveal: no address, no picture. */
export const meta: Route.MetaFunction = () => [
  { title: copy.meta.title },
  { name: 'description', content: copy.meta.description },
  { name: 'robots', content: 'noindex' },
]

/**
 * Loads one payment for the holder of its secret URL; a 404 for any other URL. Opening it changes nothing, because link previews
 * open it too.
 */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { payments, orders, clock } = context.get(appContext)
  const page = await payments.payerPageOf({ token })
  if (!page) throw data(null, { status: 404 })
  const { state, firstName, amount, charge } = page
  const orderNumber = (await orders.numbersOf(page)).get(page.orderId)
  const now = clock.now()
  const secondsLeft = charge?.expiresAt && secondsUntil(charge.expiresAt, now)
  const nightLimit = nightLimitReminder({ amount, now })
  return data(
    {
      token,
      state,
      firstName,
      orderNumber,
      amount,
      charge: charge && shownCharge(charge),
      secondsLeft,
      nightLimit,
    },
    { headers: privatePageHeaders },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Creates a Pix code, or checks whether it was paid. Sets no cookie: the payer gets no session. */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  const { payments, log } = context.get(appContext)
  const { ip } = context.get(requestContext)
  if (context.get(formContext).get('intent') === 'check') {
    await payments
      .checkPayerLink({ token })
      .catch((err: unknown) => log.warn({ err }, 'payment check failed'))
    const page = await payments.payerPageOf({ token })
    if (page?.state === 'waiting')
      return data({ callout: 'notYet' as const }, { headers: privatePageHeaders })
    return redirect(paths.payerPage(token))
  }
  const charged = await payments.chargeByPayerLink({ token, ip })
  // If it was paid or revoked meanwhile, the page shows that.
  if (charged.ok || charged.code === 'not_found' || charged.code === 'already_paid') {
    return redirect(paths.payerPage(token))
  }
  log.warn({ code: charged.code }, 'no code for a payer link')
  const isTooMany = charged.code === 'too_many'
  return data(
    { callout: isTooMany ? ('tooMany' as const) : ('failed' as const) },
    { status: isTooMany ? 429 : 503, headers: privatePageHeaders },
  )
}

export default function PayerPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Island name="payer" page={PayerView} data={loaderData} answer={actionData} />
}
