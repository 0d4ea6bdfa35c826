import type { ReactNode } from 'react'
import { formatBRL } from '../../../core/money.ts'
import type { ChargeView, NightLimitReminder } from '../../../modules/payments/public.ts'
import { chargeReloadSeconds, paymentCopy as copy } from '../../copy/payments.ts'
import { clockText } from '../../copy/payments-live.ts'
import { Button, LinkButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon.tsx'
import { Money } from '../money.tsx'
import { NightLimit } from './night-limit.tsx'
import { QrCode } from './qr-code.tsx'

/** A charge that can still be paid, with its code. Updates itself inside `liveCharge` attributes. */
export function WaitingCharge({
  charge,
  secondsLeft,
  nightLimit,
  action,
  children,
}: {
  charge: ChargeView
  secondsLeft: number | undefined
  nightLimit?: NightLimitReminder | undefined
  /** URL that takes the POST of 'Verificar Pagamento': `intent=check` and the `chargeId`. */
  action: string
  /** Below that button. */
  children?: ReactNode
}) {
  return (
    <>
      <Money amount={charge.amount} size="amount" />
      <WaitingBar charge={charge} secondsLeft={secondsLeft} />
      {nightLimit && <NightLimit reminder={nightLimit} />}
      <div className="card">
        <HowToSend charge={charge} />
        <form method="post" action={action} className="mt-4">
          <input type="hidden" name="chargeId" value={charge.id} />
          <Button name="intent" value="check" tone="quiet" block busyLabel={copy.checkBusy}>
            {copy.check}
          </Button>
        </form>
        {children}
      </div>
      <noscript>
        <meta httpEquiv="refresh" content={String(chargeReloadSeconds)} />
        <p className="note mt-4">{copy.refreshing}</p>
      </noscript>
    </>
  )
}

/** What is waited for, and how long. The clock is no live region: what is worth saying goes to `data-time-left`. */
function WaitingBar({
  charge: { phase, method },
  secondsLeft,
}: {
  charge: ChargeView
  secondsLeft: number | undefined
}) {
  const card = method === 'credit_card'
  const title = phase === 'review' ? copy.review : card ? copy.waitingCard : copy.waiting
  return (
    <div className="waiting" data-waiting>
      <span className="waiting-dot" />
      <b role="status">{title}</b>
      {!card && secondsLeft !== undefined && (
        <>
          <time
            className="waiting-clock num"
            data-countdown={secondsLeft}
            role="timer"
            aria-live="off"
            aria-label={copy.left}
          >
            {clockText(secondsLeft)}
          </time>
          <span className="sr-only" role="status" data-time-left />
        </>
      )}
    </div>
  )
}

function HowToSend({ charge: { phase, method, initPoint, code, amount } }: { charge: ChargeView }) {
  if (phase === 'review') return <p>{copy.reviewText}</p>
  if (method === 'credit_card') {
    return (
      initPoint && (
        <LinkButton href={initPoint} newTab block>
          {copy.openCard}
          <Icon name="external" />
        </LinkButton>
      )
    )
  }
  return (
    code && (
      <div data-payable>
        <PixCode code={code} />
        <p className="code-amount num">
          <Icon name="check" size={18} />
          <span>
            {copy.amountInCode} <b>{formatBRL(amount)}</b> {copy.verified}
          </span>
        </p>
      </div>
    )
  )
}

function PixCode({ code }: { code: string }) {
  return (
    <div className="pix-code">
      <div className="pix-copy">
        <CopyButton text={code} label={copy.copyCode} done={copy.copied} block />
        <p className="sr-only">{copy.code}</p>
        <code className="code code-pix">{code}</code>
      </div>
      <details className="disclosure qr-box" data-open-wide>
        <summary>{copy.showQr}</summary>
        <QrCode text={code} label={copy.qr} />
      </details>
    </div>
  )
}
