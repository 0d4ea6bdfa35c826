/** One alteration of one answer or notice: with the same bytes, it gives the same bytes. */
export interface Mutation {
  /** A name in the tables of this folder. */
  kind: string
  /** A field of the JSON body, `results.0.id`; with `*` for any one name. Absent: one of all fields, by the seed. */
  field?: string | undefined
  seed: string
}

/** An answer before it is altered. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * How an answer leaves: at once, one byte at a time, with its end missing (the connection stays open, or is closed), not
 * at all, never ending, or with chunks that are none.
 */
export type Pace =
  | 'whole'
  | 'by the byte'
  | 'stops halfway'
  | 'closes halfway'
  | 'closes at once'
  | 'never'
  | 'endless'
  | 'garbled chunks'

/** An answer as it goes over the wire, headers included: nothing is added to it. */
export interface Reply {
  status: number
  /** In order; a name may occur twice. */
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  pace: Pace
  /** Bytes of white space after the body, for an answer too large to be stored. */
  padding: number
}

/** What a mutation did, and to what: enough to repeat it. */
export interface AppliedMutation extends Mutation {
  /** How many answers and notices had been seen, this one included, since the set was given. */
  seen: number
  at: string
  /** `GET /v1/payments/1`, or `notice 1`. */
  of: string
}
