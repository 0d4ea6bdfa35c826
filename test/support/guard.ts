import type { Manner } from '../../src/modules/notifications/index.server.ts'
import { createSigner } from '../../src/platform/signing.ts'
import { linksAt } from '../../src/web/paths.ts'

/** Dependencies of the message guard for tests in which nothing answers them. */
export const unguarded = {
  manners: {} as Readonly<Record<string, Manner>>,
  enqueue: async () => {},
  isStillValid: async () => true,
  contactOf: async () => undefined,
  signer: createSigner('s'.repeat(64)),
  links: linksAt('https://recomeco.exemplo'),
}
