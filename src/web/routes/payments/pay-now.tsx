import type { ReactNode } from 'react'
import type { Instalment } from '../../../modules/payments/public.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { SentForm } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Button, type ButtonTone } from '../../ui/button.tsx'
import { ShownAmount } from './shown-amounts.tsx'

/** A button that pays these instalments, regardless of the ticked rows. */
export function PayNow({
  instalments,
  tone,
  children,
}: {
  instalments: readonly Instalment[]
  tone: ButtonTone
  children: ReactNode
}) {
  return (
    <SentForm action={paths.payments()}>
      {instalments.map((instalment) => (
        <span key={instalment.id}>
          <input type="hidden" name="paymentIds" value={instalment.id} />
          <ShownAmount instalment={instalment} />
        </span>
      ))}
      <Button name="intent" value="pay" tone={tone} block busyLabel={copy.payBusy}>
        {children}
      </Button>
    </SentForm>
  )
}
