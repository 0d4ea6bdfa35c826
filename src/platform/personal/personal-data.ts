import type { DataKind } from '../../core/kept-data.ts'
import type { Executor, Transaction } from '../database/database.ts'

/** A person whose data is asked for: an account, an address that was proven, or both. */
export interface Person {
  userId: string | undefined
  /** In lower case. Of an account its own, or one that was proven by a link. */
  email: string | undefined
  /** E.164. */
  phone: string | undefined
}

/** A value of an export. Amounts are centavos. */
export type PersonalValue = string | number | boolean | Date | null | readonly string[]

/** One thing that is kept about a person. */
export interface PersonalRecord {
  /** The id under which the team's log names it, where the team can look at it. */
  id: string
  /** Its fields by their names; `src/web/copy/privacy-centre.ts` has the words for each. */
  fields: Readonly<Record<string, PersonalValue>>
}

/** Something that has to end before a person can be erased. */
export type ErasureBlock = 'team' | 'account' | 'order' | 'money' | 'dispute' | 'lookup'

/** What one place of the database keeps of people: every module offers its own. */
export interface PersonalSource {
  kind: DataKind
  /** Everything of a person. Each query is served by an index. */
  read(executor: Executor, person: Person): Promise<PersonalRecord[]>
  /**
   * Deletes, in the caller's transaction, what an erasure deletes; repeated, it finds nothing more. A source without one keeps its
   * data, and its kind says by which law.
   */
  erase?(tx: Transaction, person: Person, now: Date): Promise<void>
}

/** What one place keeps about things of people, without knowing whose they are: it is found by the ids of these things. */
export interface AboutSource {
  kind: DataKind
  read(executor: Executor, ids: readonly string[]): Promise<PersonalRecord[]>
  /** As that of a `PersonalSource`. */
  erase(tx: Transaction, ids: readonly string[]): Promise<void>
}

/** Says what stands against erasing a person now. */
export type FindBlocks = (executor: Executor, person: Person) => Promise<ErasureBlock[]>
