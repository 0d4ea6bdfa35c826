// Messages between the run and its workers.

/** Number of a mutant, 0 to measure coverage, or a negative number for none; and the tests to be run with it. */
export interface Job {
  readonly mutant: number
  readonly files: readonly {
    /** Full path of the test file. */
    readonly path: string
    /** Indexes of its tests; all of them when absent. */
    readonly tests?: readonly number[]
    /** Whether the mutant is in code that runs on import, so that the file and everything it imports are loaded again. */
    readonly reload: boolean
    /** Maximum number of hits; a mutant that exceeds it counts as endless. */
    readonly limit: number
    /** Timeout of a test or a hook in milliseconds; a mutant that exceeds it counts as endless. */
    readonly timeoutMs: number
  }[]
}

/** One line of the results. */
export type Answer =
  /** One test was measured; the other tests of its file follow. */
  | { readonly measured: string }
  | { readonly began: number }
  | { readonly mutant: number; readonly status: Status }
  | ({ readonly path: string } & Coverage)

export type Status = 'caught' | 'survived' | 'timeout'

/** The mutants that a test file reaches, measured with none of them enabled. */
export interface Coverage {
  /** Set if the file cannot be loaded. */
  readonly error?: string
  /** Mutants that are reached while the files are imported. */
  readonly atImport: readonly number[]
  /** Average duration of the hooks around all tests, in milliseconds. */
  readonly setUp: number
  /** Each test alone, with its hooks. */
  readonly byTest: readonly {
    readonly mutants: readonly number[]
    /** Duration in milliseconds, without the hooks around all tests. */
    readonly duration: number
    /** Set if the test fails alone, without a mutant. */
    readonly error?: string
  }[]
  readonly hits: number
}
