import type { Manner } from '../../src/modules/notifications/index.server.ts'
import { createSigner } from '../../src/platform/signing.ts'
import { linksAt } from '../../src/web/paths.ts'

/** What the guard of messages asks others, where a test has nobody to ask. */
export const unguarded = {
  manners: {} as Readonly<Record<string, Manner>>,
  enqueue: async () => {},
  isTrue: async () => true,
  contactOf: async () => undefined,
  signer: createSigner('s'.repeat(64)),
  links: linksAt('https://recomeco.exemplo'),
}
