import { acceptedError, awaitsPerson } from '../../../modules/payments/public.ts'
import { moneyCopy } from '../../copy/desk-money.ts'

/** The words for how far a refund is that is not over. */
export function refundProgress({ status, lastError }: { status: string; lastError: string | null }): string {
  const words = moneyCopy.refund.progress
  if (status === 'failed') return words.failed
  if (status === 'held') return words.held
  if (lastError === awaitsPerson) return words.byHand
  return lastError === acceptedError ? words.accepted : words.asked
}
