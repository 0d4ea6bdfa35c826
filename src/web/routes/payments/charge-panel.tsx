import { formatDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { ChargeView, Instalment } from '../../../modules/payments/public.ts'
import { clockText, paymentCopy as copy, dueOn, instalmentLabel } from '../../copy/payments.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { QrCode } from './qr-code.tsx'

const here = '/payment'

/** A charge that may still be paid: the code first, then everything needed to trust it. */
export function WaitingCharge({
  charge,
  secondsLeft,
}: {
  charge: ChargeView
  secondsLeft: number | undefined
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
        <form method="post" action={here} className="mt-4">
          <input type="hidden" name="chargeId" value={charge.id} />
          <Button name="intent" value="check" tone="quiet" block busyLabel={copy.checkBusy}>
            {copy.check}
          </Button>
        </form>
      </div>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
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

/** What a charge pays, row by row. */
export function Covered({ instalments }: { instalments: readonly Instalment[] }) {
  if (instalments.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-h3">{copy.covers}</h2>
      <ul className="rows mt-3">
        {instalments.map((instalment) => (
          <li key={instalment.id} className="row">
            <span className="row-title">{instalment.serviceTitle}</span>
            <p>{`${instalmentLabel(instalment)}, ${dueOn(instalment.dueDate).toLowerCase()}`}</p>
            <span className="row-side">
              <b className="num">{formatBRL(instalment.amount)}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Before a code exists: what will be paid, and the one button. */
export function BeforeCharge({ instalment }: { instalment: Instalment }) {
  const card = instalment.method === 'credit_card'
  return (
    <>
      <Money amount={instalment.amount} size="amount" />
      <div className="card mt-5">
        <h2 className="text-h3">{copy.summary}</h2>
        <DataList
          items={[
            { term: copy.service, value: instalment.serviceTitle },
            { term: copy.plan, value: instalment.paymentType },
            { term: copy.instalment, value: instalmentLabel(instalment) },
            { term: copy.due, value: formatDate(instalment.dueDate) },
            { term: copy.amount, value: formatBRL(instalment.amount) },
          ]}
        />
        <form method="post" action={here} className="mt-4">
          <input type="hidden" name="paymentIds" value={instalment.id} />
          <Button name="intent" value="generate" block busyLabel={copy.generateBusy}>
            {card ? copy.generateCard : copy.generate}
          </Button>
        </form>
        {!card && <p className="note mt-3">{copy.promise}</p>}
      </div>
    </>
  )
}

/** A charge that is over, and what can be done about it. */
export function ClosedCharge({ charge }: { charge: ChargeView }) {
  const { title, text, action } = wordsOf(charge)
  const renewable = action !== undefined && charge.purpose.kind === 'instalments'
  return (
    <>
      <Money amount={charge.amount} size="amount" />
      <div className="card mt-5">
        <h2 className="text-h3">{title}</h2>
        <p className="mt-2 text-ink-2">{text}</p>
        {renewable && (
          <form method="post" action={here} className="mt-5">
            <input type="hidden" name="chargeId" value={charge.id} />
            <Button name="intent" value="renew" block busyLabel={copy.generateBusy}>
              {action}
            </Button>
          </form>
        )}
        <p className="mt-4">
          <a className="link-action" href="/payments">
            {copy.back}
          </a>
        </p>
      </div>
    </>
  )
}

function wordsOf({ phase }: ChargeView): { title: string; text: string; action?: string } {
  switch (phase) {
    case 'expired':
      return copy.expired
    case 'issuing':
      return copy.issuing
    case 'divergent':
      return copy.divergent
    case 'reversed':
      return copy.reversed
    default:
      return copy.cancelled
  }
}
