import { manualBureau } from '../../../src/modules/consultations/adapters/manual.ts'
import { type Consultations, createConsultations } from '../../../src/modules/consultations/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { deliver } from '../../support/listeners.ts'
import { memoryStore } from '../../support/memory-store.ts'
import type { PaymentsHarness } from '../payments/payments-harness.ts'

/** Creates look-ups whose charges are those of a module of payments, with its real events. */
export function lookupsWithMoney(
  { database, clock }: Pick<PaymentsHarness, 'database' | 'clock'>,
  payments: PaymentsHarness['payments'],
): Consultations {
  return createConsultations({
    ...{ database, clock, newId, cipher: createCipher('ab'.repeat(32)) },
    ...{ payments, storage: memoryStore(), bureau: manualBureau() },
    ...{ enqueue: async () => {}, send: async () => {}, signer: createSigner('a secret of the test') },
    ...{ links: linksAt('https://recomeco.exemplo'), teamEmail: () => 'equipe@exemplo.com.br' },
  })
}

/** Returns a function that delivers the stored events about a look-up, in their order, each once. */
export function eventsOf(
  { database, query }: Pick<PaymentsHarness, 'database' | 'query'>,
  { listeners }: Pick<Consultations, 'listeners'>,
  consultationId: string,
): () => Promise<void> {
  const done = new Set<string>()
  return async () => {
    const events = await query<{ id: string; type: string; payload: Record<string, unknown> }>(
      "select id, type, payload from events where payload -> 'purpose' ->> 'id' = $1 order by id",
      [consultationId],
    )
    for (const { id, ...event } of events) {
      if (!done.has(id)) await deliver(database, listeners, event)
      done.add(id)
    }
  }
}
