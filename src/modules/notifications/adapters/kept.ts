import { ok } from '../../../core/outcome.ts'
import type { MessageChannel } from '../ports.ts'

/** Sends nothing: the message is only stored, where a demonstration shows it. */
export function keptChannel(): MessageChannel {
  return { deliver: async () => ok({ status: 'kept' }) }
}
