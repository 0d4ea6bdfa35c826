import type { DataKind } from '../../core/kept-data.ts'
import type { Executor, Transaction } from '../database/database.ts'

/** Person whose data is requested: an account, a proven address, or both. */
export interface Person {
  userId: string | undefined
  /** In lower case. The address of the account, or one that was proven by a link. */
  email: string | undefined
  /** E.164. */
  phone: string | undefined
}

/** Value in an export. Amounts are centavos. */
export type PersonalValue = string | number | boolean | Date | null | readonly string[]

/** One record that is kept about a person. */
export interface PersonalRecord {
  /** Id under which the audit log lists it, if the team can view it. */
  id: string
  /** Fields by name; `src/web/copy/privacy-centre.ts` has the label of each. */
  fields: Readonly<Record<string, PersonalValue>>
}

/** Process that has to end before a person's data can be erased. */
export type ErasureBlock = 'team' | 'account' | 'order' | 'money' | 'dispute' | 'lookup'

/** Source of the personal data in one place of the database: every module provides its own. */
export interface PersonalSource {
  kind: DataKind
  /** Reads all data of a person in short pages, the newest first, so that nobody's many rows hold the event loop. */
  read(executor: Executor, person: Person): AsyncIterable<PersonalRecord[]>
  /** Reads the ids of the same records, without their contents. */
  readIds(executor: Executor, person: Person): AsyncIterable<string[]>
  /**
   * Deletes, in the caller's transaction, the data that an erasure deletes; if repeated, it finds nothing more. A source without
   * this function keeps its data, and its kind says by which law.
   */
  erase?(tx: Transaction, person: Person, now: Date): Promise<void>
}

/** Source of data about records of people that does not contain whose they are: it is found by the ids of these records. */
export interface AboutSource {
  kind: DataKind
  read(executor: Executor, ids: readonly string[]): Promise<PersonalRecord[]>
  /** As in `PersonalSource`. */
  erase(tx: Transaction, ids: readonly string[]): Promise<void>
}

/** Returns the reasons that prevent the erasure of a person now. */
export type FindBlocks = (executor: Executor, person: Person) => Promise<ErasureBlock[]>
