import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import { manualCopy as copy } from '../../copy/desk-manual.ts'
import { shortDate } from '../../copy/desk-orders.ts'
import { renegotiationDeskCopy } from '../../copy/desk-renegotiation.ts'
import { paths } from '../../paths.ts'
import { LineControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Tick } from '../money/decision.tsx'
import { EvidenceFields } from '../money/evidence-fields.tsx'
import { moneyPlace } from '../money/money-place.ts'
import { type OrderData, useMay } from './order-data.ts'
import { nameOf } from './order-money.tsx'

/** Form that records money of this order received outside the providers, and the payments that wait for a second person. */
export function ManualPayment({ data }: { data: OrderData }) {
  const may = useMay()
  const { instalments, today, manual } = data
  // The same form sent twice is one payment; a new key is used once this payment was recorded.
  const [key, setKey] = useState(manual.key)
  const box = useRef<HTMLDetailsElement>(null)
  if (!may('payment.record')) return null
  const open = instalments.filter(({ status }) => status === 'pending')
  const last = instalments.at(-1)?.number ?? 0
  return (
    <>
      {manual.waiting.map(({ id, amount }) => (
        <p key={id}>
          <Link to={moneyPlace('manual', id)} className="desk-pill is-now">
            {copy.waiting(formatBRL(amount))}
          </Link>
        </p>
      ))}
      {may('renegotiation.propose') && (open.length > 0 || data.renegotiating) && (
        <p>
          <Link
            to={paths.deskRenegotiation(data.order.id)}
            className={data.renegotiating ? 'desk-pill is-now' : 'desk-order-quiet'}
          >
            {data.renegotiating ? renegotiationDeskCopy.waiting : renegotiationDeskCopy.link}
          </Link>
        </p>
      )}
      {open.length > 0 && (
        <details className="desk-order-more desk-order-hand" ref={box}>
          <summary>{copy.open}</summary>
          <DeskForm
            intent="manual-payment"
            className="desk-form"
            fields={{ chave: key }}
            upload
            onDone={() => {
              setKey(manual.key)
              if (box.current) box.current.open = false
            }}
          >
            {({ isSending }) => (
              <>
                <p className="desk-hint">{[copy.lead, manual.above].filter(Boolean).join(' ')}</p>
                <fieldset>
                  <legend>{copy.which}</legend>
                  <div className="desk-picks">
                    {open.map((instalment, index) => (
                      <Tick
                        key={instalment.id}
                        name="parcela"
                        value={instalment.id}
                        defaultChecked={index === 0}
                      >
                        {nameOf(instalment, last)} · {shortDate(instalment.dueDate, today)} ·{' '}
                        {formatBRL(instalment.total)}
                      </Tick>
                    ))}
                  </div>
                </fieldset>
                <label>
                  {copy.amount}
                  <LineControl name="valor" inputMode="decimal" autoComplete="off" required />
                  <span className="desk-hint">{copy.amountHint}</span>
                </label>
                <EvidenceFields today={today} dayLabel={copy.day} channelLabel={copy.channel} />
                <button type="submit" className="btn btn-primary btn-small" disabled={isSending}>
                  {copy.go}
                </button>
              </>
            )}
          </DeskForm>
        </details>
      )}
    </>
  )
}
