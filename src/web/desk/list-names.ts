import { keysOf } from '../../core/records.ts'
import type { QueueView } from '../../modules/backoffice/index.server.ts'
import type { LookupList } from '../../modules/consultations/public.ts'
import type { DocumentList } from '../../modules/documents/public.ts'
import type { ConversationList } from '../../modules/inbox/public.ts'
import type { MessageList } from '../../modules/notifications/public.ts'
import type { PeriodName } from '../../modules/numbers/public.ts'
import type { RequestList } from '../../modules/privacy/public.ts'
import type { ProposalList } from '../../modules/proposals/public.ts'

/** The values in the URL of a list of names below. */
export type NameIn<Names> = NonNullable<Names[keyof Names]>

/** Values of `ver` in the URL for the views of the queue; the first view needs none. */
export const queueViewNames = {
  open: undefined,
  mine: 'minha',
  free: 'livres',
  snoozed: 'adiados',
} as const satisfies Record<QueueView, string | undefined>

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

/** Values of `ver` in the URL for the lists of messages; the first list needs none. */
export const messageListNames = {
  all: undefined,
  failed: 'falhas',
  queued: 'na-fila',
} as const satisfies Record<MessageList, string | undefined>

/** Values of `ver` in the URL for the lists of conversations; the first list needs none. */
export const conversationListNames = {
  open: undefined,
  strangers: 'desconhecidos',
  all: 'todas',
} as const satisfies Record<ConversationList, string | undefined>

/** Values of `ver` in the URL for the lists of requests for a proposal; the first list needs none. */
export const proposalListNames = {
  open: undefined,
  suspected: 'suspeitas',
  answered: 'respondidas',
} as const satisfies Record<ProposalList, string | undefined>

/** Values of `ver` in the URL for the lists of data subject requests; the first list needs none. */
export const requestListNames = {
  open: undefined,
  decided: 'respondidos',
} as const satisfies Record<RequestList, string | undefined>

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
