import { nothing, stepTally, sum, type Tally, tallyLine } from '../lib/reports.ts'
import { openStage, type StageSettings } from './stage.ts'
import type { Outcome, Step } from './step.ts'

export interface RunSettings {
  /** Names of the steps to run; if empty, all of them. Their dependencies (`needs`) run too. */
  readonly names: readonly string[]
  /** Number of processor cores to use. */
  readonly cores: number
  /** Folder for the output of the steps. */
  readonly logs: string
  readonly print: (text: string) => void
  /** Returns the time in milliseconds. */
  readonly now: () => number
  /** Opens a step's stage (replaced in tests). */
  readonly open?: (settings: StageSettings) => ReturnType<typeof openStage>
}

export interface Run {
  /** Resolves with the total when every step has ended and the summary is printed. */
  readonly done: Promise<Tally>
  /** Stops the running steps and starts no more. */
  readonly stop: () => Promise<void>
}

interface Result {
  readonly ok: boolean
  readonly tally: Tally
  readonly seconds: string
  /** Reasons that the summary gives for a failed step: its failed cases, or the end of its output. */
  readonly failures: readonly string[]
}

const notRunAtAll: Result = { ok: false, tally: nothing, seconds: '', failures: [] }

type Steps = Readonly<Record<string, Step>>

/**
 * Maximum number of concurrent steps on several cores. It exceeds two cores, because steps also wait for I/O, servers and timers. A
 * fourth one keeps two cores no busier, and each step takes a third longer.
 */
const maxLanes = 3
/** Number of output lines that the summary repeats for a failed step that names no failed case. */
const lastLines = 20
/** Time to wait for a stopped step before continuing without it. */
const graceMs = 15_000

/**
 * Runs steps in order, up to three concurrently on more than one core, each as soon as its dependencies have ended. The output of
 * a step is printed as a whole when the step ends, or streamed when steps run one by one. The last line is the total.
 */
export function runSteps(steps: Steps, settings: RunSettings): Run {
  const { cores, logs, print, now, open = openStage } = settings
  const chosen = withNeeded(steps, settings.names)
  const lanes = chosen.length === 1 || cores === 1 ? 1 : maxLanes
  const waiting = new Set(chosen)
  const running = new Map<string, ReturnType<typeof openStage>>()
  const results = new Map<string, Result>()
  const began = now()
  const finished = Promise.withResolvers<Tally>()
  let stopping = false

  function next(): void {
    if (stopping) return
    for (const name of waiting) {
      const step = steps[name]
      if (step && isDue(name, step)) void begin(name, step)
    }
    if (waiting.size === 0 && running.size === 0) finished.resolve(summary())
  }

  function isDue(name: string, { needs = [], after = [], alone }: Step): boolean {
    const aloneRuns = [...running.keys()].some((other) => steps[other]?.alone)
    if (aloneRuns || running.size >= (alone ? 1 : lanes)) return false
    // Later steps must not starve an earlier step that runs alone.
    const ahead = chosen.slice(0, chosen.indexOf(name)).filter((other) => waiting.has(other))
    if (ahead.some((other) => steps[other]?.alone)) return false
    return [...needs, ...after].every((other) => !chosen.includes(other) || results.has(other))
  }

  async function begin(name: string, step: Step): Promise<void> {
    waiting.delete(name)
    const workers = step.alone ? cores : Math.max(1, Math.floor(cores / lanes))
    const stage = open({ name, workers, log: lanes === 1 ? undefined : logs })
    running.set(name, stage)
    const started = now()
    print(lanes === 1 ? heading(name, step) : `… ${step.title} (${name})`)
    const failed = (step.needs ?? []).filter((needed) => results.get(needed)?.ok === false)
    const outcome =
      failed.length > 0 ? notRun(failed, stage.say) : await inTime(step, stage).catch(refused(stage.say))
    const output = stage.close()
    running.delete(name)
    if (stopping) return
    const seconds = secondsSince(started)
    if (lanes > 1) print(`${heading(name, step)}, ${seconds} s\n${output.trimEnd()}`)
    const tally = stepTally(outcome.ok, outcome.cases)
    const failures = outcome.ok ? [] : reasons(tally, output)
    results.set(name, { ok: outcome.ok, tally, seconds, failures })
    next()
  }

  function summary(): Tally {
    const lines = chosen.flatMap((name) => {
      const { ok, tally, seconds, failures } = results.get(name) ?? notRunAtAll
      const title = steps[name]?.title ?? name
      const mark = ok && tally.failed === 0 ? '✓' : '✗'
      return [
        `${mark} ${title.padEnd(40)} ${seconds.padStart(6)} s  ${tallyLine(tally)}`,
        ...failures.map((failure) => `    ${failure}`),
        ...(tally.flaky ?? []).map((line) => `    passed on the second try: ${line}`),
      ]
    })
    const total = sum([...results.values()].map(({ tally }) => tally))
    print([`\n━━ Summary, ${secondsSince(began)} s`, ...lines, '', tallyLine(total)].join('\n'))
    return total
  }

  function secondsSince(start: number): string {
    return ((now() - start) / 1000).toFixed(1)
  }

  next()
  return {
    done: finished.promise,
    async stop() {
      stopping = true
      await Promise.all([...running.values()].map((stage) => stage.stop()))
    },
  }
}

/** Returns each failed case, otherwise the end of the output, because a long log may be cut off before the summary. */
function reasons({ failures = [] }: Tally, output: string): readonly string[] {
  if (failures.length > 0) return failures
  return output.trim() === '' ? [] : output.trimEnd().split('\n').slice(-lastLines)
}

/** Returns the named steps and their transitive dependencies, in the order of the list. */
function withNeeded(steps: Steps, names: readonly string[]): string[] {
  const wanted = new Set(names.length > 0 ? names : Object.keys(steps))
  for (const name of wanted) for (const needed of steps[name]?.needs ?? []) wanted.add(needed)
  return Object.keys(steps).filter((name) => wanted.has(name))
}

/** Stops a step after its time limit; its outcome then no longer counts. */
async function inTime(step: Step, stage: ReturnType<typeof openStage>): Promise<Outcome> {
  const over = Promise.withResolvers<'over'>()
  const timer = setTimeout(() => over.resolve('over'), step.minutes * 60_000)
  const work = step.run(stage)
  const first = await Promise.race([work, over.promise]).finally(() => clearTimeout(timer))
  if (first !== 'over') return first
  stage.say(`Stopped: not done after ${step.minutes} minutes. Its last output is above.`)
  const waited = Promise.withResolvers<void>()
  const late = setTimeout(waited.resolve, graceMs)
  await Promise.race([Promise.allSettled([stage.stop(), work]), waited.promise])
  clearTimeout(late)
  return { ok: false }
}

function heading(name: string, { title }: Step): string {
  return `\n━━ ${title} (${name})`
}

function notRun(failed: readonly string[], say: (line: string) => void): Outcome {
  say(`Not run: it needs ${failed.join(', ')}, which failed.`)
  return { ok: false }
}

function refused(say: (line: string) => void) {
  return (error: unknown): Outcome => {
    say(String(error instanceof Error ? error.message : error))
    return { ok: false }
  }
}
