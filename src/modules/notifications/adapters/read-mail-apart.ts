import { boundedQueue } from '../../../core/bounded-queue.ts'
import { runApart } from '../../../platform/run-apart.ts'
import type { InboundMail } from '../domain/inbound-mail.ts'

/** Limits for one e-mail: milliseconds, and megabytes of memory. The largest that a person sends takes about two seconds. */
const limits = { ms: 15_000, megabytes: 256 }

/** Each may take all of its memory: more at once would exhaust the machine. */
const inTurn = boundedQueue({ slots: 2, places: 8 })

/**
 * Decodes and classifies an e-mail in a separate process: a stranger controls its content, and megabytes of it must not block page
 * requests.
 *
 * @param program the file of that process (tests)
 * @returns undefined when it exceeds the limits of `parseMail`, or took too long or too much memory, because a retry would do the same
 * @throws OverloadedError when too many e-mails wait already, and an error when the process ends for any other reason: the mail server
 *   then keeps the e-mail and retries
 */
export function readMailApart(
  bytes: Uint8Array,
  {
    ms = limits.ms,
    megabytes = limits.megabytes,
    program = new URL('./read-mail-process.ts', import.meta.url),
  } = {},
): Promise<InboundMail | undefined> {
  return inTurn(() => runApart(program, bytes, { ms, megabytes }))
}
