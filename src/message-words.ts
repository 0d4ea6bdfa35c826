import type { Wording } from './core/message-wording.ts'
import type { MessageKind } from './message-calendar.ts'
import { consultationWordings } from './modules/consultations/index.server.ts'
import { contractingWordings } from './modules/contracting/index.server.ts'
import { documentWordings } from './modules/documents/index.server.ts'
import { identityWordings } from './modules/identity/index.server.ts'
import type { OperationsMessageKind } from './modules/operations/index.server.ts'
import { orderWordings } from './modules/orders/index.server.ts'
import { paymentWordings } from './modules/payments/index.server.ts'
import { privacyWordings } from './modules/privacy/index.server.ts'
import { proposalWordings } from './modules/proposals/index.server.ts'
import { receiptWordings } from './modules/receipts/index.server.ts'
import type { TeamMessageKind } from './modules/team/index.server.ts'

/** To ourselves: they say what to do in this program. */
type ForTeam =
  | OperationsMessageKind
  | TeamMessageKind
  | Extract<MessageKind, `books.${string}`>
  | 'consultation.for-team'
  | 'consultation.paid-twice'
  | 'consultation.money-changed'
  | 'order.money-returned'
  | 'proposal.for-team'

/** Edited with their days, as subjects of their own. */
type Reminder = 'instalment.coming' | 'instalment.due' | `instalment.late-${'first' | 'second' | 'last'}`

/** Not editable: a code that proves its reader's identity, and texts that a member of the team has just written. */
type Unedited = 'consultation.code' | 'conversation.answer'

/** The kinds of messages whose words the shop may write itself. */
export type WordedKind = Exclude<MessageKind, ForTeam | Reminder | Unedited>

/** The release's texts of every message to customers that the shop can edit. */
export const messageWordings = {
  ...contractingWordings,
  ...receiptWordings,
  ...orderWordings,
  ...documentWordings,
  ...paymentWordings,
  ...consultationWordings,
  ...proposalWordings,
  ...privacyWordings,
  ...identityWordings,
} satisfies Record<WordedKind, Wording>
