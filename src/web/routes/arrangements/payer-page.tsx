import { data, redirect } from 'react-router'
import { nightLimitReminder } from '../../../modules/payments/public.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { payerPageCopy as copy } from '../../copy/arrangements.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { liveCharge } from '../../ui/pix/live-charge.ts'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { privatePageHeaders } from '../consultations/by-key.server.ts'
import type { Route } from './+types/payer-page.ts'

/** A frame of its own: the site's menu and footer name what the company sells. */
export const handle = { shell: 'own' }

/** Nothing that a preview in a chat could tell: no address, no picture. */
export const meta: Route.MetaFunction = () => [
  { title: copy.meta.title },
  { name: 'description', content: copy.meta.description },
  { name: 'robots', content: 'noindex' },
]

/** One payment for whoever has its secret URL; a 404 for any other. Opening it changes nothing: previews open it too. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { payments, orders, clock } = context.get(appContext)
  const page = await payments.payerPageOf({ token })
  if (!page) throw data(null, { status: 404 })
  const { state, firstName, amount, charge } = page
  const orderNumber = (await orders.numbersOf(page)).get(page.orderId)
  const left = charge?.expiresAt && (charge.expiresAt.getTime() - clock.now().getTime()) / 1000
  const secondsLeft = left === undefined ? undefined : Math.max(0, Math.floor(left))
  const nightLimit = nightLimitReminder({ amount, now: clock.now() })
  return data(
    { state, firstName, orderNumber, amount, charge, secondsLeft, nightLimit },
    { headers: privatePageHeaders },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** A code, or a question whether it was paid. Sets no cookie: whoever pays gets no session. */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  const { payments, log } = context.get(appContext)
  const { ip } = context.get(requestContext)
  if (context.get(formContext).get('intent') === 'check') {
    await payments
      .checkPayerLink({ token })
      .catch((err: unknown) => log.warn({ err }, 'payment check failed'))
    const page = await payments.payerPageOf({ token })
    if (page?.state === 'waiting') return data({ notice: 'notYet' as const }, { headers: privatePageHeaders })
    return redirect(paths.payerPage(token))
  }
  const charged = await payments.chargeByPayerLink({ token, ip })
  // Paid meanwhile, or revoked: the page says which.
  if (charged.ok || charged.code === 'not_found' || charged.code === 'already_paid') {
    return redirect(paths.payerPage(token))
  }
  log.warn({ code: charged.code }, 'no code for a payer link')
  const isTooMany = charged.code === 'too_many'
  return data(
    { notice: isTooMany ? ('tooMany' as const) : ('failed' as const) },
    { status: isTooMany ? 429 : 503, headers: privatePageHeaders },
  )
}

export default function PayerPage({ loaderData, actionData, params: { token } }: Route.ComponentProps) {
  const { state, firstName, orderNumber, amount, charge, secondsLeft, nightLimit } = loaderData
  const company = useCompany()
  const here = paths.payerPage(token)
  const live = {
    events: paths.payerPageEvents(token),
    situation: paths.payerPageSituation(token),
    approved: here,
  }
  const notice = actionData && copy[actionData.notice]
  const isOpen = state === 'owed' || state === 'waiting'
  return (
    <>
      <header className="top">
        <div className="wrap top-row">
          <Logo />
        </div>
      </header>
      <main id="conteudo" tabIndex={-1}>
        <div className="wrap payment" {...(charge && liveCharge(charge.phase, live))}>
          {orderNumber && (
            <p className="eyebrow">
              {copy.order} <OrderNumber number={orderNumber} />
            </p>
          )}
          <h1 className="mt-2 text-h2">{copy.title(firstName)}</h1>
          {isOpen && <p className="mt-2 text-ink-2">{copy.lead(firstName)}</p>}
          {notice && (
            <div className="mt-4">
              <Notice tone={notice === copy.notYet ? 'neutral' : 'destructive'} title={notice.title} live>
                {notice.text}
              </Notice>
            </div>
          )}
          <div className="split mt-5">
            <section>
              {state === 'waiting' && charge && (
                <WaitingCharge
                  charge={charge}
                  secondsLeft={secondsLeft}
                  nightLimit={nightLimit}
                  action={here}
                />
              )}
              {state === 'owed' && <Owed amount={amount} here={here} />}
              {state === 'review' && <Closed amount={amount} tone="now" {...copy.review} />}
              {state === 'paid' && (
                <Closed
                  amount={amount}
                  tone="success"
                  title={copy.paid.title}
                  text={copy.paid.text(firstName)}
                />
              )}
            </section>
            {isOpen && (
              <aside className="split-aside">
                <section>
                  <h2 className="text-h3">{copy.careTitle}</h2>
                  <ul className="know mt-3">
                    {copy.care(firstName).map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </section>
                {charge && <TrustStrip receiver={company} method="pix" provider={charge.provider} />}
                {charge && <HowToPay card={false} />}
              </aside>
            )}
          </div>
          <p className="note mt-8">
            {copy.frame} {!charge && <Provider company={company} />}
          </p>
        </div>
      </main>
    </>
  )
}

function Owed({ amount, here }: { amount: number; here: string }) {
  return (
    <>
      <Money amount={amount} size="amount" />
      <form method="post" action={here} className="mt-5">
        <Button name="intent" value="generate" block busyLabel={copy.busy}>
          {copy.owed}
        </Button>
      </form>
      <p className="note mt-3">{copy.promise}</p>
    </>
  )
}

function Closed({
  amount,
  ...notice
}: {
  amount: number
  tone: 'now' | 'success'
  title: string
  text: string
}) {
  return (
    <>
      <Money amount={amount} size="amount" />
      <div className="mt-5">
        <Notice tone={notice.tone} title={notice.title}>
          {notice.text}
        </Notice>
      </div>
    </>
  )
}

/** Who is paid (CDC art. 42-A). */
function Provider({ company: { legalName, cnpj, address } }: { company: ReturnType<typeof useCompany> }) {
  return (
    <>
      {legalName}, CNPJ <span className="num">{cnpj}</span>, {address}.
    </>
  )
}
