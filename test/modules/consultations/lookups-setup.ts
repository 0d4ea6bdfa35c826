import { manualBureau } from '../../../src/modules/consultations/adapters/manual.ts'
import { type Consultations, createConsultations } from '../../../src/modules/consultations/index.server.ts'
import type { Bureau } from '../../../src/modules/consultations/ports.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { encrypted } from '../../../src/platform/storage/encrypted.ts'
import { linksAt } from '../../../src/web/paths.ts'
import type { TestDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { openAsProduct } from '../../support/open-as-product.ts'
import { movableClock } from '../payments/payments-harness.ts'

interface SentMessage {
  to: string
  channel: string
  kind: string
  subject: string
  text: string
}

const masterKey = 'ab'.repeat(32)

/** Starts look-ups on a database, with a payment provider that the test controls. */
export async function startLookups({
  testDatabase,
  bureau = manualBureau(),
}: {
  testDatabase: () => Promise<TestDatabase>
  bureau?: Bureau
}) {
  const own = await testDatabase()
  const database: Database = openAsProduct({ url: own.url, max: 4 })
  const clock = movableClock('2026-03-02T12:00:00Z')
  const sent: SentMessage[] = []
  const jobs: { job: string; consultationId?: string; key?: string }[] = []
  const reversed = new Set<string>()
  const disputed = new Set<string>()
  const refunded: string[] = []
  const refunding = new Set<string>()
  const files = memoryStore()
  const cipher = createCipher(masterKey)
  const module: Consultations = createConsultations({
    database,
    clock,
    newId,
    cipher,
    storage: encrypted(files, masterKey),
    bureau,
    enqueue: async (_tx, ...[job, data]) => void jobs.push({ job, ...data }),
    payments: {
      requestCharge: async () => newId(),
      issueCharge: async () => ({ ok: true, value: undefined }) as never,
      checkCharge: async () => undefined as never,
      erasePayer: async () => undefined,
      lookupMoneyBlocks: async () => [],
      acceptSecondPayment: async () => undefined,
      reviewSecondPayment: async () => 0,
      reviewRegainedCharge: async () => 0,
      hasOpenRefund: async (_tx, { chargeId }) => refunding.has(chargeId),
      requestCancellation: async () => undefined,
      guestPayerOf: () => ({ ok: true, value: {} }) as never,
      chargeViewWithin: async (_tx, { chargeId }) =>
        ({
          ...{ id: chargeId, method: 'pix', phase: reversed.has(chargeId) ? 'reversed' : 'approved' },
          isDisputed: disputed.has(chargeId),
        }) as never,
      refundCharge: async (_tx, { chargeId }) => {
        refunded.push(chargeId)
        refunding.add(chargeId)
        return { ok: true, value: 2_500 }
      },
    },
    send: async (_tx, message) => void sent.push(message),
    signer: createSigner('a secret of the test'),
    links: linksAt('https://recomeco.exemplo'),
    teamEmail: () => 'equipe@exemplo.com.br',
  })
  let people = 0
  return {
    database,
    clock,
    module,
    cipher,
    sent,
    jobs,
    files,
    refunded,
    disputed,
    /** Requests a look-up. */
    async request({ userId, email }: { userId?: string; email?: string } = {}) {
      const requested = await module.requestConsultation({
        kind: 'complete',
        subject: { cpf: '52998224725', name: `Joana ${++people}`, phone: '+5548999991234', email },
        method: 'pix',
        declared: true,
        userId,
        evidence: { ip: `198.51.100.${people % 250}`, userAgent: 'test' },
      })
      if (!requested.ok) throw new Error(requested.code)
      return requested.value
    },
    async pay({ consultationId, chargeId }: { consultationId: string; chargeId: string }) {
      reversed.delete(chargeId)
      await deliver(database, module.listeners, {
        type: 'charge.settled',
        payload: {
          chargeId,
          purpose: { kind: 'consultation', id: consultationId },
          ...{ amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02', userId: null },
        },
      })
    },
    /** Reports that the money of a look-up was refunded, or regained. */
    async money(
      { consultationId, chargeId }: { consultationId: string; chargeId: string },
      way: 'back' | 'regained',
    ) {
      if (way === 'back') reversed.add(chargeId)
      else reversed.delete(chargeId)
      refunding.delete(chargeId)
      await deliver(database, module.listeners, {
        type: 'charge-money.changed',
        payload: { chargeId, purpose: { kind: 'consultation', id: consultationId } },
      })
    },
    /** Reports that the team gave up a refund, the only one of the charge unless another is `still` open. */
    async giveUp(
      { consultationId, chargeId }: { consultationId: string; chargeId: string },
      { still = false } = {},
    ) {
      if (!still) refunding.delete(chargeId)
      await deliver(database, module.listeners, {
        type: 'charge-refund.given-up',
        payload: { chargeId, purpose: { kind: 'consultation', id: consultationId } },
      })
    },
    /** Prepares and delivers a result, as the desk does. */
    async deliverResult(
      consultationId: string,
      given: {
        text?: string
        file?: { name: string; bytes: Uint8Array }
        seenVersion?: number
        correction?: string
      },
    ) {
      const { seenVersion = 0, correction, ...result } = given
      const prepared = await module.prepareResult({ consultationId, ...result, source: 'team' })
      if (!prepared.ok) return prepared
      return database.transaction((tx) =>
        module.deliverResult(tx, { consultationId, resultId: prepared.value, seenVersion, correction }),
      )
    },
    decide: (consultationId: string, refund: boolean) =>
      database.transaction((tx) =>
        module.decideLateRefund(tx, { consultationId, refund, by: newId(), reason: 'fora do prazo' }),
      ),
    within: <T>(work: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<T>) =>
      database.transaction(work),
    async close() {
      await database.$client.end()
      await own.close()
    },
  }
}
export type Lookups = Awaited<ReturnType<typeof startLookups>>
