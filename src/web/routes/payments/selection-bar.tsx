import { formatBRL } from '../../../core/money.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { payLabel, selectedCount } from '../../copy/payments-live.ts'
import { useHydrated } from '../../hydration/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from './selection.ts'

/**
 * The bar that pays the ticked instalments; styles hide it while none is ticked. Without a script there is no sum: the button
 * then names no amount, and another button shows the total. A card pays the whole rest of its order, so its button never names an
 * amount.
 */
export function SelectionBar({ selection: { count, total, byCard } }: { selection: Selection }) {
  const hydrated = useHydrated()
  const said = count > 0 ? formatBRL(total) : undefined
  const amount = hydrated && count > 0 && !byCard ? total : undefined
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {hydrated && said && `${selectedCount(count)}, ${said}`}
      </p>
      <div className="pay-bar">
        <p data-nothing-summed={count === 0 || undefined}>
          <span>{selectedCount(count)}</span> <b className="money money-large pay-bar-sum">{said}</b>
        </p>
        <Button name="intent" value="pay" busyLabel={copy.payBusy}>
          {payLabel(amount, byCard ? 'credit_card' : 'pix')}
        </Button>
        <noscript>
          <Button name="intent" value="sum" tone="quiet" block>
            {copy.sum}
          </Button>
        </noscript>
      </div>
    </>
  )
}
