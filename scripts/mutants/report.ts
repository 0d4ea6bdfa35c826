import type { Judged } from './run.ts'
import { isListed, oneLine, type Survivor } from './survivors.ts'

export interface Score {
  readonly mutants: number
  /** A test failed. */
  readonly caught: number
  /** A test did not end: caught as well. */
  readonly timeouts: number
  /** Of those that survived, how many are in the list. */
  readonly listed: number
  readonly survived: number
  /** Caught or timed out, of all, in percent. */
  readonly percent: number
}

export function scoreOf(judged: readonly Judged[], list: readonly Survivor[]): Score {
  const count = (verdict: Judged['verdict']) => judged.filter((mutant) => mutant.verdict === verdict).length
  const [caught, timeouts, survived] = [count('caught'), count('timeout'), count('survived')]
  const listed = judged.filter((mutant) => mutant.verdict === 'survived' && isListed(mutant, list)).length
  const percent = judged.length === 0 ? 100 : ((caught + timeouts) / judged.length) * 100
  return { mutants: judged.length, caught, timeouts, listed, survived, percent }
}

/** Every survivor that is not listed, then a line for each file and one for the total. */
export function reportOf(judged: readonly Judged[], list: readonly Survivor[]): string {
  const survivors = judged
    .filter((mutant) => mutant.verdict === 'survived' && !isListed(mutant, list))
    .map(
      ({ file, line, operator, text, replacement, tests }) =>
        `survived  ${file}:${line}  ${operator}${tests === 0 ? ', no test meets it' : ''}\n` +
        `    ${text}\n    -> ${oneLine(replacement) || '(removed)'}`,
    )
  const files = [...new Set(judged.map(({ file }) => file))]
  const rows = files.map((file) =>
    row(
      file,
      scoreOf(
        judged.filter((mutant) => mutant.file === file),
        list,
      ),
    ),
  )
  const header = `${'file'.padEnd(58)} mutants  caught  timeout  survived  listed   score`
  return [...survivors, '', header, ...rows, row('Total', scoreOf(judged, list))].join('\n')
}

function row(name: string, { mutants, caught, timeouts, survived, listed, percent }: Score): string {
  const numbers = [mutants, caught, timeouts, survived, listed].map((value, index) =>
    String(value).padStart([7, 7, 8, 9, 7][index] ?? 7),
  )
  return `${name.padEnd(58)} ${numbers.join(' ')} ${percent.toFixed(1).padStart(6)}%`
}
