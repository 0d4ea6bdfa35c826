import type { TakenMail } from './mail-server.ts'
import type { Provider } from './provider.ts'

/** The actual events, from the ground truth of the simulators, which their faults do not affect. */
export interface GroundTruth {
  payments: readonly ActualPayment[]
  notices: readonly ActualNotice[]
  mails: readonly TakenMail[]
  phones: Phones
}

/** Ground truth of the WhatsApp simulator. */
export interface Phones {
  /** Messages that it accepted from us. */
  messages: readonly PhoneMessage[]
  /** Number of our requests to send a message, including refused and lost ones. */
  requests: number
  /** Messages that people sent to us. */
  answers: readonly { wamid: string; from: string }[]
  /** Numbers that are not on WhatsApp, without '+'. */
  absent: readonly string[]
  /** Numbers of its notices that are waiting or abandoned. */
  notices: { waiting: number; abandoned: number }
}

interface PhoneMessage {
  wamid: string
  /** Phone number without '+'. */
  to: string
  /** Id of our message. */
  opaque: string
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'
}

/** A payment at the provider; amounts in centavos. */
export interface ActualPayment {
  id: string
  reference: string | null
  /** Status at the provider. */
  status: string
  /** Received amount; 0 when it was never approved. */
  received: number
  /** Amount refunded by us or on the provider's dashboard. */
  refunded: number
  /** What of it was requested under a key, so by us; the dashboard has none. */
  refundsByKey: readonly { key: string; amount: number }[]
  /** Amounts of our refunds that the provider accepted first and rejected later. */
  rejected: readonly number[]
  chargedBack: number
  fee: number
  /** The product's idempotency key; null for unsolicited payments and for cards. */
  idempotencyKey: string | null
}

interface ActualNotice {
  requestId: string
  /** `delivered`: the product responded with 200. */
  state: string
  isForged: boolean
  /**
   * Delivery attempts; the last one is the attempt to which the product responded. An altered notice has other contents than the
   * provider intended.
   */
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
  refunds: readonly { amount: number; status?: string; idempotency_key: string | null }[]
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
    refundsByKey: row.refunds.flatMap(({ status, idempotency_key: key, amount }) =>
      status === undefined && key !== null ? [{ key, amount }] : [],
    ),
    rejected: row.refunds.filter(({ status }) => status === 'rejected').map(({ amount }) => amount),
    chargedBack: row.status === 'charged_back' ? received - row.refunded : 0,
    fee: row.approved_at === null ? 0 : row.fee,
    idempotencyKey: row.idempotency_key,
  }
}
