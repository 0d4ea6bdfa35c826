import type { MutantResult } from './run.ts'
import { isListed, oneLine, type Survivor } from './survivors.ts'

export interface Score {
  readonly mutants: number
  /** Mutants for which a test failed. */
  readonly caught: number
  /** Mutants for which a test did not end; these count as caught, too. */
  readonly timeouts: number
  /** Number of surviving mutants that are in the list. */
  readonly listed: number
  readonly survived: number
  /** Percentage of all mutants that were caught or timed out. */
  readonly percent: number
}

export function scoreOf(results: readonly MutantResult[], list: readonly Survivor[]): Score {
  const count = (status: MutantResult['status']) =>
    results.filter((mutant) => mutant.status === status).length
  const [caught, timeouts, survived] = [count('caught'), count('timeout'), count('survived')]
  const listed = results.filter((mutant) => mutant.status === 'survived' && isListed(mutant, list)).length
  const percent = results.length === 0 ? 100 : ((caught + timeouts) / results.length) * 100
  return { mutants: results.length, caught, timeouts, listed, survived, percent }
}

/** Returns every survivor that is not listed, then a line for each file and one for the total. */
export function reportOf(results: readonly MutantResult[], list: readonly Survivor[]): string {
  const survivors = results
    .filter((mutant) => mutant.status === 'survived' && !isListed(mutant, list))
    .map(
      ({ file, line, operator, text, replacement, tests }) =>
        `survived  ${file}:${line}  ${operator}${tests === 0 ? ', no coverage' : ''}\n` +
        `    ${text}\n    -> ${oneLine(replacement) || '(removed)'}`,
    )
  const files = [...new Set(results.map(({ file }) => file))]
  const rows = files.map((file) =>
    row(
      file,
      scoreOf(
        results.filter((mutant) => mutant.file === file),
        list,
      ),
    ),
  )
  const header = `${'file'.padEnd(58)} mutants  caught  timeout  survived  listed   score`
  return [...survivors, '', header, ...rows, row('Total', scoreOf(results, list))].join('\n')
}

function row(name: string, { mutants, caught, timeouts, survived, listed, percent }: Score): string {
  const numbers = [mutants, caught, timeouts, survived, listed].map((value, index) =>
    String(value).padStart([7, 7, 8, 9, 7][index] ?? 7),
  )
  return `${name.padEnd(58)} ${numbers.join(' ')} ${percent.toFixed(1).padStart(6)}%`
}
