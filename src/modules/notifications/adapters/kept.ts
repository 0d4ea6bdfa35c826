import { ok } from '../../../core/outcome.ts'
import type { MessageChannel } from '../ports.ts'

/** Sends nothing: the message is only stored, and a demonstration displays it. */
export function keptChannel(): MessageChannel {
  return { isKept: true, deliver: async () => ok({ status: 'kept' }) }
}
