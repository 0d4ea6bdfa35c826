// Messages between the run and its workers.

/** A mutant, 0 to measure coverage, or a negative number for none; and the tests to be run with it. */
export interface Job {
  readonly mutant: number
  readonly files: readonly {
    /** The test file's full path. */
    readonly path: string
    /** Its tests by their order; all of them when absent. */
    readonly tests?: readonly number[]
    /** The mutant stands in what is evaluated on import: the file and all that it imports are read anew. */
    readonly reload: boolean
    /** How many hits it may ask; beyond, it counts as endless. */
    readonly limit: number
    /** Milliseconds that a test or a hook may take; beyond, it counts as endless. */
    readonly timeoutMs: number
  }[]
}

/** A line of the answers. */
export type Answer =
  /** A test was measured; its file goes on. */
  | { readonly measured: string }
  | { readonly began: number }
  | { readonly mutant: number; readonly status: Status }
  | ({ readonly path: string } & Coverage)

export type Status = 'caught' | 'survived' | 'timeout'

/** The mutants that a test file reaches, measured with none of them on. */
export interface Coverage {
  /** The file cannot be read. */
  readonly error?: string
  /** Mutants that are asked for as the files are read. */
  readonly atImport: readonly number[]
  /** Milliseconds that the hooks around all tests take, on average. */
  readonly setUp: number
  /** Each test alone, with its hooks. */
  readonly byTest: readonly {
    readonly mutants: readonly number[]
    /** Milliseconds, without the hooks around all tests. */
    readonly duration: number
    /** It fails alone, without a mutant. */
    readonly error?: string
  }[]
  readonly hits: number
}
