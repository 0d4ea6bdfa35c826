import type { LookupRow } from '../../../modules/consultations/public.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { cx } from '../../ui/cx.ts'

type Stated = Pick<LookupRow, 'status' | 'promisedAt' | 'refundRequestedAt'>

/** Badge with the state of a look-up. */
export function LookupPill({ row, now }: { row: Stated; now: Date }) {
  const state = stateOf(row, now)
  const tone = { toDeliver: 'is-now', late: 'is-bad', refunding: 'is-bad', delivered: 'is-ok', cancelled: '' }
  return <span className={cx('desk-pill', tone[state])}>{copy.states[state]}</span>
}

export function stateOf({ status, promisedAt, refundRequestedAt }: Stated, now: Date) {
  if (status === 'delivered') return 'delivered'
  if (status !== 'paid') return 'cancelled'
  if (refundRequestedAt) return 'refunding'
  return promisedAt <= now ? 'late' : 'toDeliver'
}
