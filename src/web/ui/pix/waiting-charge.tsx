import { type ReactNode, useEffect, useRef } from 'react'
import { formatBRL } from '../../../core/money.ts'
import type { NightLimitReminder } from '../../../modules/payments/public.ts'
import { chargeReloadSeconds, paymentCopy as copy } from '../../copy/payments.ts'
import { approvedCopy, clockText, closedCopy } from '../../copy/payments-live.ts'
import { SentForm } from '../../hydration/page.tsx'
import { Button, LinkButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { Money } from '../money.tsx'
import type { Ending } from './follow-charge.ts'
import { NightLimit } from './night-limit.tsx'
import { QrCode } from './qr-code.tsx'
import type { ShownCharge } from './shown-charge.ts'
import { type LiveCharge, useCountdown } from './use-live-charge.ts'

/** A charge that can still be paid, with its code. If it ended while the page was open, the ending is shown here first. */
export function WaitingCharge({
  charge,
  secondsLeft,
  nightLimit,
  action,
  live,
  children,
}: {
  charge: ShownCharge
  secondsLeft: number | undefined
  nightLimit?: NightLimitReminder | undefined
  /** URL that receives the POST of 'Verificar Pagamento': `intent=check` and the `chargeId`. */
  action: string
  /** Result of `useLiveCharge`. */
  live: LiveCharge
  /** Content below that button. */
  children?: ReactNode
}) {
  const { ending, end } = live
  return (
    <>
      <Money amount={charge.amount} size="amount" />
      <WaitingBar charge={charge} secondsLeft={secondsLeft} ending={ending} onEnd={() => end('expired')} />
      {nightLimit && <NightLimit reminder={nightLimit} />}
      <div className="card">
        <HowToSend charge={charge} ended={ending !== undefined} />
        <SentForm action={action} className="mt-4">
          <input type="hidden" name="chargeId" value={charge.id} />
          <Button name="intent" value="check" tone="quiet" block busyLabel={copy.checkBusy}>
            {copy.check}
          </Button>
        </SentForm>
        {children}
      </div>
      <noscript>
        <meta httpEquiv="refresh" content={String(chargeReloadSeconds)} />
        <p className="note mt-4">{copy.refreshing}</p>
      </noscript>
    </>
  )
}

/** The awaited event, and the time left. The clock is not a live region: important moments are announced beside it. */
function WaitingBar({
  charge: { phase, method },
  secondsLeft,
  ending,
  onEnd,
}: {
  charge: ShownCharge
  secondsLeft: number | undefined
  ending: Ending | undefined
  onEnd: () => void
}) {
  const card = method === 'credit_card'
  const waiting = phase === 'review' ? copy.review : card ? copy.waitingCard : copy.waiting
  const title = ending ? endings[ending] : waiting
  const isCounted = phase === 'waiting' && !card && !ending
  const counted = isCounted ? secondsLeft : undefined
  const { left, announcement } = useCountdown(counted, onEnd)
  return (
    <div
      className={cx('waiting', ending && (ending === 'approved' ? 'waiting-done' : 'waiting-over'))}
      data-waiting
    >
      <span className="waiting-dot" />
      <b role="status">{title}</b>
      {counted !== undefined && (
        <>
          <time
            className="waiting-clock num"
            data-countdown={counted}
            role="timer"
            aria-live="off"
            aria-label={copy.left}
          >
            {clockText(left)}
          </time>
          <span className="sr-only" role="status" data-time-left>
            {announcement}
          </span>
        </>
      )}
    </div>
  )
}

const endings: Record<Ending, string> = {
  approved: approvedCopy.title,
  cancelled: closedCopy.cancelled.title,
  expired: closedCopy.expired.title,
}

function HowToSend({
  charge: { phase, method, initPoint, code, amount },
  ended,
}: {
  charge: ShownCharge
  /** Whether the code must no longer be paid. */
  ended: boolean
}) {
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
      <div data-payable inert={ended}>
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
  const box = useRef<HTMLDetailsElement>(null)
  // Opened at once on a wide screen, where people scan it with their phone.
  useEffect(() => {
    if (box.current && matchMedia('(min-width: 56rem)').matches) box.current.open = true
  }, [])
  return (
    <div className="pix-code">
      <div className="pix-copy">
        <CopyButton text={code} label={copy.copyCode} done={copy.copied} block />
        <p className="sr-only">{copy.code}</p>
        <code className="code code-pix">{code}</code>
      </div>
      <details ref={box} className="disclosure qr-box">
        <summary>{copy.showQr}</summary>
        <QrCode text={code} label={copy.qr} />
      </details>
    </div>
  )
}
