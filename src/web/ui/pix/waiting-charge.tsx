import type { ReactNode } from 'react'
import { formatBRL } from '../../../core/money.ts'
import type { ChargeView } from '../../../modules/payments/public.ts'
import { chargeReloadSeconds, paymentCopy as copy } from '../../copy/payments.ts'
import { clockText } from '../../copy/payments-live.ts'
import { Button, LinkButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { DataList } from '../data-list.tsx'
import { Icon } from '../icon.tsx'
import { Money } from '../money.tsx'
import { useCompany } from '../use-company.ts'
import { QrCode } from './qr-code.tsx'

/** A charge that can still be paid: the code, then the receiver's data to verify. Updates itself inside `liveCharge` attributes. */
export function WaitingCharge({
  charge,
  secondsLeft,
  action,
  children,
}: {
  charge: ChargeView
  secondsLeft: number | undefined
  /** URL that takes the POST of 'Verificar Pagamento': `intent=check` and the `chargeId`. */
  action: string
  /** Below that button. */
  children?: ReactNode
}) {
  const card = charge.method === 'credit_card'
  const title = charge.phase === 'review' ? copy.review : card ? copy.waitingCard : copy.waiting
  return (
    <>
      <Money amount={charge.amount} size="amount" />
      <div className="waiting" role="status" data-waiting>
        <span className="waiting-dot" />
        <b>{title}</b>
        {!card && secondsLeft !== undefined && (
          <time
            className="waiting-clock num"
            data-countdown={secondsLeft}
            role="timer"
            aria-label={copy.left}
          >
            {clockText(secondsLeft)}
          </time>
        )}
      </div>
      <div className="card">
        {charge.phase === 'review' ? (
          <p>{copy.reviewText}</p>
        ) : card ? (
          charge.initPoint && (
            <LinkButton href={charge.initPoint} newTab block>
              {copy.openCard}
              <Icon name="external" />
            </LinkButton>
          )
        ) : (
          charge.code && <PixCode code={charge.code} />
        )}
        <Receiver charge={charge} />
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

function Receiver({ charge }: { charge: ChargeView }) {
  const { legalName, cnpj, address } = useCompany()
  const amount = (
    <>
      {formatBRL(charge.amount)}
      {charge.code && (
        <span className="checked">
          <Icon name="check" size={18} />
          {copy.verified}
        </span>
      )}
    </>
  )
  return (
    <div className="mt-4">
      <DataList
        items={[
          { term: copy.receiver, value: legalName },
          { term: copy.cnpj, value: cnpj },
          { term: charge.code ? copy.amountInCode : copy.amount, value: amount },
        ]}
      />
      <p className="note">{address}</p>
    </div>
  )
}
