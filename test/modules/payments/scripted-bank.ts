import { releaseReminders } from '../../../src/modules/catalogue/release-reminders.ts'
import type { MessageToSend } from '../../../src/modules/notifications/index.server.ts'
import type { PaymentsDeps } from '../../../src/modules/payments/deps.ts'
import { reminderRulesOf } from '../../../src/modules/payments/domain/reminder-words.ts'
import type { ListedPayment, PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import type { Database, Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { SendJob } from '../../../src/platform/jobs/jobs.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { at } from './rows.ts'

/** Returns a payment of R$ 100,00 that the bank reports as received. */
export function reported(report: Partial<PaymentReport> = {}): PaymentReport {
  return {
    ...{ providerId: '1', reference: undefined, state: 'approved', status: 'approved', detail: undefined },
    ...{ amount: 10_000, refunded: 0, fee: 0, currency: 'BRL', method: 'pix' },
    ...{ code: undefined, ticketUrl: undefined, expiresAt: undefined, approvedAt: at(1), updatedAt: at(1) },
    ...report,
  }
}

/** Returns a payment whose amount cannot be read. */
export function garbled(listed: Partial<ListedPayment> = {}): ListedPayment {
  return {
    ...{ providerId: '1', unreadable: ['transaction_amount'], amount: 12_34, currency: 'BRL', raw: '{}' },
    ...{ reference: undefined, approvedAt: at(1), updatedAt: at(1), ...listed },
  } as ListedPayment
}

/** Creates a provider that returns exactly what a test gives it, and records its requests. */
export function scriptedBank(payments: readonly ListedPayment[], said: Partial<PaymentProvider> = {}) {
  const asked: string[] = []
  const none = async () => ({ ok: false, code: 'unavailable' }) as const
  const bank: PaymentProvider = {
    ...{ name: 'bank', methods: ['pix'], pageSize: 50, requestsAtOnce: 1 },
    referenceFor: ({ id }) => `r-${id}`,
    ...{ createPix: none, createCard: none, cancel: none, refund: none },
    async paymentsOf() {
      asked.push('payments')
      return { ok: true, value: [...payments] }
    },
    async get(id) {
      asked.push(id)
      const found = payments.find(({ providerId }) => providerId === id)
      if (!found) return { ok: false, code: 'not_found' }
      if ('unreadable' in found) return { ok: false, code: 'unreadable', payment: found }
      return { ok: true, value: found }
    },
    async list({ by, from, to, offset }) {
      asked.push(by)
      const timeOf = (payment: ListedPayment) => (by === 'change' ? payment.updatedAt : payment.approvedAt)
      const within = payments.filter((payment) => {
        const time = timeOf(payment)
        return time && time >= from && time < to
      })
      return { ok: true, value: within.slice(offset, offset + 50) }
    },
    readNotice: () => ({ ok: true, value: [] }),
    ...said,
  }
  return { bank, asked }
}

/** Creates the dependencies of use cases, in the transaction of a test. Records what they send, enqueue, publish and log. */
export function depsIn(tx: Transaction, providers: readonly PaymentProvider[], now = at(5)) {
  const written = {
    sent: [] as { kind: string; text: string; subject: string }[],
    /** The same messages, complete. */
    messages: [] as MessageToSend[],
    published: [] as { type: string; payload: object }[],
    jobs: [] as object[],
    /** Start times of the jobs that do not start at once. */
    startAfter: [] as Date[],
    logged: [] as string[],
  }
  const time = { now }
  const destination = { write: (line: string) => void written.logged.push(line) }
  const enqueue: SendJob = async (_, job, data, { startAfter } = {}) => {
    written.jobs.push({ job, ...data })
    if (startAfter) written.startAfter.push(startAfter)
  }
  const deps: PaymentsDeps = {
    // A transaction within a transaction is a savepoint.
    database: tx as unknown as Database,
    readFromReplica: (ask) => ask(tx),
    providers: { current: providers[0] as PaymentProvider, all: providers },
    enqueue,
    publish: async (_, type, payload) => void written.published.push({ type, payload }),
    clock: { now: () => time.now },
    cipher: createCipher('ab'.repeat(32)),
    newId,
    log: createLog({ level: 'info', destination }),
    send: async (_, message) => {
      written.messages.push(message)
      written.sent.push({ kind: message.kind, text: message.text, subject: message.subject ?? '' })
    },
    contactOf: async () => ({ email: 'ana@exemplo.com.br', nome: 'Ana', confirmed: true }),
    profileOf: async () => ({ nome: 'Ana', documento: '52998224725', telefone: '', tipoConta: 'pessoal' }),
    approvalAbove: undefined,
    signer: createSigner('s'.repeat(64)),
    terms: { lateFee: 0, lateInterest: 0, earlyPayoff: false },
    teamEmail: () => 'equipe@exemplo.com.br',
    reminders: () => reminderRulesOf(releaseReminders),
    links: {
      payments: () => 'https://exemplo.com.br/p',
      payerPage: (token) => `https://exemplo.com.br/q/${token}`,
      deskMoney: () => 'https://exemplo.com.br/painel/dinheiro',
      agreement: (orderId) => `https://exemplo.com.br/a/${orderId}`,
    },
  }
  return { deps, ...written, time }
}
