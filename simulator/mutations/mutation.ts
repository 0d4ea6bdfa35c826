/** One alteration of one response or notice. It is deterministic: the same input bytes give the same output bytes. */
export interface Mutation {
  /** A name in the tables of this folder. */
  kind: string
  /** A field of the JSON body, `results.0.id`; `*` stands for any one name. Absent: any field, chosen by the seed. */
  field?: string | undefined
  seed: string
}

/** Response before it is altered. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * How a response is sent: at once, one byte at a time, with its end missing (the connection stays open, or is closed), not at
 * all, without end, or with invalid chunks.
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

/** Response exactly as it is sent, headers included: nothing is added to it. */
export interface Reply {
  status: number
  /** In order; a name may occur twice. */
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  pace: Pace
  /** Bytes of white space after the body, for a response too large to be stored. */
  padding: number
}

/** Record of what a mutation did and to what: enough to repeat it. */
export interface AppliedMutation extends Mutation {
  /** Number of responses and notices seen since the set was set, including this one. */
  seen: number
  at: string
  /** `GET /v1/payments/1`, or `notice 1`. */
  of: string
}
