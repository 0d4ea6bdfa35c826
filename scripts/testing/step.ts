import type { Tally } from '../lib/reports.ts'

/** One step of `npm test` or `npm run check`. */
export interface Step {
  readonly title: string
  /** Time limit, after which the step is stopped and fails: several times its duration on a busy machine. */
  readonly minutes: number
  /** Steps that must succeed first. They are run too; if one fails, this one fails without running. */
  readonly needs?: readonly string[]
  /** Steps that must have ended first, passed or failed, if they are part of the run. */
  readonly after?: readonly string[]
  /** Whether the step runs without other steps, as measurements do, and steps that use every core. */
  readonly alone?: boolean
  readonly run: (stage: Stage) => Promise<Outcome>
}

export interface Outcome {
  readonly ok: boolean
  /** Absent for a step without test cases, which counts as one. */
  readonly cases?: Tally
}

/** Environment of a step. */
export interface Stage {
  /** Number of workers that the step may start: its share of the cores. */
  readonly workers: number
  /** Prints a line to the step's output. */
  readonly say: (line: string) => void
  /** Runs a file of the repository on the current Node with the step's output; resolves with true if it exited with 0. */
  readonly node: (file: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<boolean>
}
