import { type Action, type Bounds, type Budget, charges, type Report, replaced, type Truth } from './world.ts'

/** Action at the provider, independent of what we know of it. */
export type ProviderAction = Extract<
  Action,
  { do: 'pay' | 'payAgain' | 'cancel' | 'panelRefund' | 'chargeBack' | 'winDispute' }
>

export const budgetOf = {
  pay: 'pays',
  payAgain: 'pays',
  cancel: 'cancels',
  panelRefund: 'panelRefunds',
  chargeBack: 'disputes',
  winDispute: 'disputes',
} as const

/** Returns the actions that are possible next at the provider, within the bounds. */
export function providerActions(
  { payments }: Truth,
  bounds: Bounds,
  may: (budget: Budget) => boolean,
): ProviderAction[] {
  return payments.flatMap(({ state, amount, refunded, charge }, payment): ProviderAction[] => {
    const left = amount - refunded
    const isOpen = state === 'pending' || state === 'cancelled'
    const ofCharge = payments.filter((one) => one.charge === charge).length
    const isFirst = payment < charges.length
    const isAgain = isFirst && !isOpen && ofCharge < bounds.paymentsPerCharge
    const amounts = may('pays') ? bounds.amounts : []
    const parts = may('panelRefunds') && state === 'approved' ? [...new Set([panelPart, left])] : []
    return [
      ...(isOpen ? amounts.map((difference) => ({ do: 'pay' as const, payment, difference })) : []),
      ...(isAgain ? amounts.map((difference) => ({ do: 'payAgain' as const, charge, difference })) : []),
      ...(may('disputes') && state === 'approved' ? [{ do: 'chargeBack' as const, payment }] : []),
      ...(may('disputes') && state === 'charged_back' ? [{ do: 'winDispute' as const, payment }] : []),
      ...(may('cancels') && state === 'pending' ? [{ do: 'cancel' as const, payment }] : []),
      ...parts
        .filter((part) => part <= left)
        .map((part) => ({ do: 'panelRefund' as const, payment, amount: part })),
    ]
  })
}

/** Amount of a partial refund in the panel. */
const panelPart = 3_000

export function atProvider<T extends Truth>(truth: T, action: ProviderAction): T {
  switch (action.do) {
    case 'pay':
      return changed(truth, action.payment, (one) => ({
        ...one,
        state: 'approved',
        amount: askedBy(one.charge) + action.difference,
      }))
    case 'payAgain': {
      const { charge, difference } = action
      const amount = askedBy(charge) + difference
      const again: Report = { charge, state: 'approved', amount, refunded: 0, version: 0 }
      const { payments, byChange } = truth
      return { ...truth, payments: [...payments, again], byChange: [...byChange, payments.length] }
    }
    case 'cancel':
      return changed(truth, action.payment, (one) => ({ ...one, state: 'cancelled' }))
    case 'chargeBack':
      return changed(truth, action.payment, (one) => ({ ...one, state: 'charged_back' }))
    case 'winDispute':
      return changed(truth, action.payment, (one) => ({ ...one, state: 'approved' }))
    case 'panelRefund':
      return refundAtProvider(truth, action) ?? truth
  }
}

/** Refunds money at the provider; returns undefined when less is left, or when the payment is not approved. */
export function refundAtProvider<T extends Truth>(
  truth: T,
  { payment, amount }: { payment: number; amount: number },
): T | undefined {
  const one = truth.payments[payment]
  if (one?.state !== 'approved' || amount > one.amount - one.refunded) return undefined
  const refunded = one.refunded + amount
  const state = refunded === one.amount ? 'refunded' : one.state
  return changed(truth, payment, (was) => ({ ...was, refunded, state }))
}

const askedBy = (charge: number) => charges[charge]?.amount ?? 0

function changed<T extends Truth>(truth: T, payment: number, change: (one: Report) => Report): T {
  return {
    ...truth,
    payments: replaced(truth.payments, payment, (one) => ({ ...change(one), version: one.version + 1 })),
    byChange: [...truth.byChange.filter((one) => one !== payment), payment],
  }
}
