import { ok } from '../../../core/outcome.ts'
import type { MessageChannel } from '../ports.ts'

/** Sends nothing: the message stays in the table, where a demonstration shows it. */
export function keptChannel(): MessageChannel {
  return { deliver: async () => ok({ status: 'kept' }) }
}
