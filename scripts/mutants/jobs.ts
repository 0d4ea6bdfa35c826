// What a judge is asked and what it answers.

/** A mutant, or 0 for none, and the tests to be run with it. */
export interface Job {
  readonly mutant: number
  readonly files: readonly {
    /** The test file's full path. */
    readonly path: string
    /** Its tests by their order; all of them when absent. */
    readonly tests?: readonly number[]
    /** How many questions it may ask; beyond, it counts as endless. */
    readonly limit: number
  }[]
}

/** A line of the answers. */
export type Answer =
  | { readonly began: number }
  | { readonly mutant: number; readonly verdict: Verdict }
  | ({ readonly path: string } & Met)

export type Verdict = 'caught' | 'survived' | 'timeout'

/** What a test file meets without a mutant. */
export interface Met {
  readonly error?: string
  /** Mutants that are asked for as the files are read. */
  readonly atImport: readonly number[]
  /** Those that each test asks for. */
  readonly byTest: readonly (readonly number[])[]
  readonly questions: number
  /** Milliseconds. */
  readonly duration: number
}
