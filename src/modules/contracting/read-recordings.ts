import type { ContractingDeps } from './deps.ts'
import { isSameSentence } from './domain/recording.ts'

/** A clause whose plain sentence has a recording by the owner. */
export interface RecordedClause {
  number: number
  hash: string
}

/**
 * Returns the clauses whose recording matches the shown text exactly; a recording of an older text or of another contract is not offered.
 */
export function recordedClauses(
  { recordings }: Pick<ContractingDeps, 'recordings'>,
  { version, clauses }: { version: string; clauses: readonly { number: number; plain: string }[] },
): RecordedClause[] {
  return clauses.flatMap(({ number, plain }) => {
    const recording = recordings.of({ version, clause: number })
    return recording && isSameSentence(recording.sentence, plain) ? [{ number, hash: recording.hash }] : []
  })
}
