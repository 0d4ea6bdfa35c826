import { payerPageCopy as copy } from '../../copy/arrangements.ts'
import { SentForm } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { BareShell } from '../../ui/bare-shell.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Money } from '../../ui/money.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { useLiveCharge } from '../../ui/pix/use-live-charge.ts'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/payer-page.ts'

interface PayerViewProps {
  data: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

/** Page of one payment, for the recipient of its link. */
export function PayerView({ data, answer }: PayerViewProps) {
  const { token, state, firstName, orderNumber, amount, charge, secondsLeft, nightLimit } = data
  const company = useCompany()
  const here = paths.payerPage(token)
  const live = useLiveCharge(charge, {
    events: paths.payerPageEvents(token),
    situation: paths.payerPageSituation(token),
    approved: here,
  })
  const said = answer && copy[answer.callout]
  const isOpen = state === 'owed' || state === 'waiting'
  return (
    <BareShell leadsHome={false}>
      <div className="wrap payment">
        {orderNumber && (
          <p className="eyebrow">
            {copy.order} <OrderNumber number={orderNumber} />
          </p>
        )}
        <h1 className="mt-2 text-h2">{copy.title(firstName)}</h1>
        {isOpen && <p className="mt-2 text-ink-2">{copy.lead(firstName)}</p>}
        {said && (
          <div className="mt-4">
            <Callout tone={said === copy.notYet ? 'neutral' : 'destructive'} title={said.title} live>
              {said.text}
            </Callout>
          </div>
        )}
        <div className="split mt-5">
          <section>
            {state === 'waiting' && charge && (
              <WaitingCharge key={charge.id} {...{ charge, secondsLeft, nightLimit, live }} action={here} />
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
    </BareShell>
  )
}

function Owed({ amount, here }: { amount: number; here: string }) {
  return (
    <>
      <Money amount={amount} size="amount" />
      <SentForm action={here} className="mt-5">
        <Button name="intent" value="generate" block busyLabel={copy.busy}>
          {copy.owed}
        </Button>
      </SentForm>
      <p className="note mt-3">{copy.promise}</p>
    </>
  )
}

function Closed({
  amount,
  tone,
  title,
  text,
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
        <Callout tone={tone} title={title}>
          {text}
        </Callout>
      </div>
    </>
  )
}

/** The company that receives the payment (CDC art. 42-A). */
function Provider({ company: { legalName, cnpj, address } }: { company: ReturnType<typeof useCompany> }) {
  return (
    <>
      {legalName}, CNPJ <span className="num">{cnpj}</span>, {address}.
    </>
  )
}
