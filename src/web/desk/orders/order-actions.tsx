import { isUnderWay, MAX_WORDS_LENGTH } from '../../../modules/orders/public.ts'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { TextControl, TickControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { ShortReason } from '../reason.tsx'
import { type OrderData, useMay } from './order-data.ts'

/** Further actions for an order: start, resume, cancel. */
export function OrderActions({ data: { order } }: { data: OrderData }) {
  const may = useMay()
  const fields = { version: order.version }
  const isEnded = order.status === 'completed' || order.status === 'cancelled'
  return (
    <>
      {order.status === 'on_hold' && may('order.resume') && (
        <div className="desk-do">
          <b>{copy.holdText}</b>
          <DeskForm intent="resume" fields={fields} className="desk-form">
            <ShortReason label={copy.resumeReason} />
            <button type="submit" className="btn btn-primary btn-small">
              {copy.resume}
            </button>
          </DeskForm>
        </div>
      )}
      {order.status === 'paid' && may('order.start') && (
        <DeskForm intent="start" fields={fields}>
          <button type="submit" className="desk-order-quiet">
            {copy.start}
          </button>
        </DeskForm>
      )}
      {!isEnded && may('order.cancel') && (
        <details className="desk-order-more">
          <summary>{copy.cancel}</summary>
          <DeskForm intent="cancel" fields={fields} className="desk-form">
            <ShortReason label={copy.cancelReason} />
            <label>
              {copy.cancelWords}
              <TextControl name="palavras" maxLength={MAX_WORDS_LENGTH} rows={2} />
            </label>
            <label className="desk-order-check">
              <TickControl type="checkbox" name="devolver" defaultChecked={isUnderWay(order.status)} />
              {copy.cancelRefund}
            </label>
            <button type="submit" className="btn btn-quiet btn-small">
              {copy.cancelGo}
            </button>
          </DeskForm>
        </details>
      )}
    </>
  )
}
