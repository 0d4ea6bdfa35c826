import type { TakenMail } from './mail-server.ts'
import type { Provider } from './provider.ts'

/** What really happened, from the doubles' ground truth, which their faults do not affect. */
export interface GroundTruth {
  payments: readonly ActualPayment[]
  notices: readonly ActualNotice[]
  mails: readonly TakenMail[]
  phones: Phones
}

/** What the double of WhatsApp knows. */
export interface Phones {
  /** What it took from us. */
  messages: readonly PhoneMessage[]
  /** How often we asked it to send one, refused and lost ones included. */
  requests: number
  /** What people wrote to us. */
  answers: readonly { wamid: string; from: string }[]
  /** Numbers that are not on WhatsApp, without '+'. */
  absent: readonly string[]
  /** Of its notices. */
  notices: { waiting: number; abandoned: number }
}

interface PhoneMessage {
  wamid: string
  /** Without '+'. */
  to: string
  /** The id of our message. */
  opaque: string
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'
}

/** Centavos. */
export interface ActualPayment {
  id: string
  reference: string | null
  /** The provider's status. */
  status: string
  /** 0 when it was never approved. */
  received: number
  /** Refunded by us or on the provider's dashboard. */
  refunded: number
  chargedBack: number
  fee: number
  /** The product's key; null for unsolicited payments and for cards. */
  idempotencyKey: string | null
}

interface ActualNotice {
  requestId: string
  /** `delivered`: the product answered 200. */
  state: string
  isForged: boolean
  /** The last one is what the product answered. An altered notice says something else than the provider meant. */
  attempts: readonly { altered?: boolean }[]
}

export async function readPhones(phones: Provider): Promise<Phones> {
  return (await phones.get('/sim/truth.json')) as Phones
}

/** Reads all payments and their notices. */
export async function readMoney(provider: Provider): Promise<Pick<GroundTruth, 'payments' | 'notices'>> {
  const { payments } = (await provider.get('/sim/truth.json')) as { payments: PaymentRow[] }
  const shown = (await provider.get('/sim/payments')) as { deliveries: ActualNotice[] }[]
  return { payments: payments.map(read), notices: shown.flatMap(({ deliveries }) => deliveries) }
}

interface PaymentRow {
  id: number
  external_reference: string | null
  status: string
  amount: number
  refunded: number
  fee: number
  approved_at: string | null
  idempotency_key: string | null
}

function read(row: PaymentRow): ActualPayment {
  const received = row.approved_at === null ? 0 : row.amount
  return {
    id: String(row.id),
    reference: row.external_reference,
    status: row.status,
    received,
    refunded: row.refunded,
    chargedBack: row.status === 'charged_back' ? received - row.refunded : 0,
    fee: row.approved_at === null ? 0 : row.fee,
    idempotencyKey: row.idempotency_key,
  }
}
