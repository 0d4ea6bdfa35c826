import type { ReactNode } from 'react'
import { paymentCopy as copy } from '../../copy/payments.ts'
import { SentForm } from '../../hydration/page.tsx'
import { Button } from '../button.tsx'
import { Money } from '../money.tsx'
import type { ShownCharge } from './shown-charge.ts'

/** A charge that can no longer be paid, with the next action. */
export function ClosedCharge({
  charge,
  action: postTo,
  payAgain,
  nothingToPay,
  back,
  children,
}: {
  charge: ShownCharge
  /** URL that receives the POST for a new code: `intent=renew` and the `chargeId`. */
  action: string
  /** Texts where the money has gone back and the same can be paid again. */
  payAgain?: { text: string; action: string }
  /** Texts where what it asked for is no longer to be paid: no new code is offered. */
  nothingToPay?: { title: string; text: string } | undefined
  back: { href: string; label: string }
  /** Content below the button. */
  children?: ReactNode
}) {
  const { title, text, action }: ReturnType<typeof textsOf> = nothingToPay ?? {
    ...textsOf(charge),
    ...(charge.phase === 'reversed' && payAgain),
  }
  return (
    <>
      <Money amount={charge.amount} size="amount" />
      <div className="card mt-5">
        <h2 className="text-h3">{title}</h2>
        <p className="mt-2 text-ink-2">{text}</p>
        {action !== undefined && (
          <SentForm action={postTo} className="mt-5">
            <input type="hidden" name="chargeId" value={charge.id} />
            <Button name="intent" value="renew" block busyLabel={copy.generateBusy}>
              {action}
            </Button>
          </SentForm>
        )}
        {children}
        <p className="mt-4">
          <a className="link-action" href={back.href}>
            {back.label}
          </a>
        </p>
      </div>
    </>
  )
}

function textsOf({ phase }: ShownCharge): { title: string; text: string; action?: string } {
  switch (phase) {
    case 'expired':
      return copy.expired
    case 'issuing':
      return copy.issuing
    case 'amount_mismatch':
      return copy.amount_mismatch
    case 'reversed':
      return copy.reversed
    default:
      return copy.cancelled
  }
}
