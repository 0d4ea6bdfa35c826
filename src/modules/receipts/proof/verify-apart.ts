import { boundedQueue } from '../../../core/bounded-queue.ts'
import { runApart } from '../../../platform/run-apart.ts'

/** What a file says of itself; nothing of it is compared with our records yet. */
export interface Verified {
  isContract: boolean
  isAltered: boolean
  /** SHA-256 of its records, hexadecimal. */
  recordHashes: string[]
  /** `isDated`: whether the certificate was valid when the seal says that it was made. */
  seal: { fingerprint: string; isDated: boolean } | undefined
}

/** Limits for one file. The worst file takes a quarter of a second, most of the rest is the start of the process. */
const limits = { ms: 10_000, megabytes: 128 }

/** Both cores of a small machine; more that wait would wait longer than people do. */
const inTurn = boundedQueue({ slots: 2, places: 20 })

/**
 * Verifies a file that anybody uploads, in a separate process: megabytes of a stranger's file must not block page requests.
 *
 * @returns undefined when it took too long or too much memory
 * @throws OverloadedError when too many files wait already
 */
export function verifyApart(file: Uint8Array, now: Date): Promise<Verified | undefined> {
  const program = new URL('./verify-process.ts', import.meta.url)
  return inTurn(() => runApart(program, { file, now }, limits))
}
