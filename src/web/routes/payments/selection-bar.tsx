import { formatBRL, sum } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { payLabel, selectedCount } from '../../copy/payments-live.ts'
import { Button } from '../../ui/button.tsx'

/**
 * The bar that pays what is ticked; styles hide it while nothing is. Without a script nobody can sum: the button then names
 * no amount, and another one shows the total.
 */
export function SelectionBar({
  chosen,
  byCard,
}: {
  chosen: readonly Instalment[]
  /** Every instalment of the list is paid by card. */
  byCard: boolean
}) {
  return (
    <div className="pay-bar">
      <p data-nothing-summed={chosen.length === 0 || undefined}>
        <span data-selection-count>{selectedCount(chosen.length)}</span>{' '}
        <b className="money money-large" data-selection-total>
          {chosen.length > 0 && formatBRL(sum(chosen.map(({ total }) => total)))}
        </b>
      </p>
      <Button name="intent" value="pay" busyLabel={copy.payBusy} data-selection-pay="">
        {payLabel(undefined, byCard ? 'credit_card' : 'pix')}
      </Button>
      <noscript>
        <Button name="intent" value="sum" tone="quiet" block>
          {copy.sum}
        </Button>
      </noscript>
    </div>
  )
}
