import { keysOf } from '../../core/records.ts'
import type { LookupList } from '../../modules/consultations/public.ts'
import type { DocumentList } from '../../modules/documents/public.ts'
import type { PeriodName } from '../../modules/numbers/public.ts'

/** Values of `ver` in the URL for the lists of look-ups; the first list needs none. */
export const lookupListNames = {
  open: undefined,
  delivered: 'entregues',
  cancelled: 'canceladas',
} as const satisfies Record<LookupList, string | undefined>

/** Values of `ver` in the URL for the lists of documents; the first list needs none. */
export const documentListNames = {
  'to-review': undefined,
  reviewed: 'conferidos',
} as const satisfies Record<DocumentList, string | undefined>

/** Values of `periodo` in the URL for the periods of the figures. */
export const periodNames = {
  '7': '7',
  '30': '30',
  '90': '90',
  month: 'mes',
  custom: 'livre',
} as const satisfies Record<PeriodName, string>

/** Returns the key whose value in the URL this is; undefined for any other text. */
export function keyNamed<Key extends string>(
  names: Readonly<Record<Key, string | undefined>>,
  value: string | null,
): Key | undefined {
  return keysOf(names).find((key) => names[key] === value)
}
