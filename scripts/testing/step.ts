import type { Tally } from '../lib/reports.ts'

/** One step of `npm test` or `npm run check`. */
export interface Step {
  readonly title: string
  /** After this long the step is stopped and counts as failed: several times what it takes on a busy machine. */
  readonly minutes: number
  /** Steps that have to succeed first. They are run along with this one; where one fails, this one fails unrun. */
  readonly needs?: readonly string[]
  /** Steps that have to have ended first, however they ended, where they are part of the run. */
  readonly after?: readonly string[]
  /** Nothing else runs meanwhile: what is measured, and what uses every core by itself. */
  readonly alone?: boolean
  readonly run: (stage: Stage) => Promise<Outcome>
}

export interface Outcome {
  readonly ok: boolean
  /** Left out by a step without cases of its own, which then counts as one. */
  readonly cases?: Tally
}

/** What a step is given to work with. */
export interface Stage {
  /** How many workers the step may start, the cores shared out among the steps that run at once. */
  readonly workers: number
  /** A line among the step's output. */
  readonly say: (line: string) => void
  /** Runs a file of the repository on the running Node, its output among the step's; resolves with whether it ended with 0. */
  readonly node: (file: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<boolean>
}
