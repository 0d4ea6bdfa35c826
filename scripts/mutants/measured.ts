import type { Sources } from '../lib/imports.ts'
import { digestOf } from './kept.ts'
import type { MutantResult } from './run.ts'
import { targetsAmong } from './targets.ts'
import type { Tier } from './tiers.ts'

/** Latest result for one file. */
interface Measured {
  /** Digest of its text at that time. */
  readonly source: string
  readonly mutants: number
  /** Number of its mutants that were judged. */
  readonly judged: number
  readonly caught: number
  /** Number of its mutants that survived for a documented reason. */
  readonly listed: number
  /** Date of the result, as YYYY-MM-DD. */
  readonly on: string
}

/** Results by file. */
export type Measurements = Readonly<Record<string, Measured>>

/** Returns the measurements in which those of a run replace older ones. A smaller sample of the same text replaces nothing. */
export function withRun(
  known: Measurements,
  {
    results,
    isExplained,
    sources,
    tier,
    on,
  }: {
    results: readonly MutantResult[]
    /** Checks whether the list contains the reason of a surviving mutant. */
    isExplained: (mutant: MutantResult) => boolean
    sources: Sources
    tier: Tier
    on: string
  },
): Measurements {
  const next: Record<string, Measured> = { ...known }
  for (const { file, source, mutants } of targetsAmong(sources, tier.targets)) {
    const ofFile = results.filter((result) => result.file === file)
    const was = known[file]
    const digest = digestOf(source)
    if (ofFile.length === 0 || (was?.source === digest && was.judged > ofFile.length)) continue
    const alive = ofFile.filter(({ status }) => status === 'survived')
    const [caught, listed] = [ofFile.length - alive.length, alive.filter(isExplained).length]
    next[file] = { source: digest, mutants: mutants.length, judged: ofFile.length, caught, listed, on }
  }
  const files = targetsAmong(sources, tier.targets).flatMap(({ file, mutants }) =>
    mutants.length > 0 ? [file] : [],
  )
  return Object.fromEntries(files.flatMap((file) => (next[file] ? [[file, next[file]]] : [])))
}

export interface Total {
  /** Score in percent, each file weighted by the number of all its mutants; undefined when nothing was judged. */
  readonly percent: number | undefined
  readonly text: string
}

/** Returns a row for each room and the total, and lists the files that were not measured or have changed since. */
export function totalOf(known: Measurements, { sources, tier }: { sources: Sources; tier: Tier }): Total {
  const files = targetsAmong(sources, tier.targets)
    .filter(({ mutants }) => mutants.length > 0)
    .map(({ file, source, mutants }) => ({
      file,
      mutants: mutants.length,
      measured: known[file],
      isStale: known[file] !== undefined && known[file].source !== digestOf(source),
    }))
  const rooms = [...new Set(files.map(({ file }) => roomOf(file)))]
  const rows = rooms.map((room) =>
    row(
      room,
      files.filter(({ file }) => roomOf(file) === room),
    ),
  )
  const missing = files.filter(({ measured }) => !measured).map(({ file }) => `not measured: ${file}`)
  const stale = files.filter(({ isStale }) => isStale).map(({ file }) => `changed since: ${file}`)
  const header = `${'room'.padEnd(30)} mutants  judged  caught  listed   score`
  return {
    percent: percentOf(files),
    text: [...missing, ...stale, header, ...rows, row('Total', files)].join('\n'),
  }
}

interface FileCount {
  readonly mutants: number
  readonly measured: Measured | undefined
}

function row(name: string, files: readonly FileCount[]): string {
  const count = (of: (file: FileCount) => number) => files.reduce((sum, file) => sum + of(file), 0)
  const numbers = [
    count(({ mutants }) => mutants),
    count(({ measured }) => measured?.judged ?? 0),
    count(({ measured }) => measured?.caught ?? 0),
    count(({ measured }) => measured?.listed ?? 0),
  ].map((value) => String(value).padStart(7))
  const percent = percentOf(files)
  return `${name.padEnd(30)} ${numbers.join(' ')} ${percent === undefined ? '       ' : `${percent.toFixed(1).padStart(6)}%`}`
}

/** Returns the score. A file of which only a sample was judged counts with the caught share of the sample. */
function percentOf(files: readonly FileCount[]): number | undefined {
  let [caught, all] = [0, 0]
  for (const { mutants, measured } of files) {
    if (!measured || measured.judged === 0) continue
    all += mutants
    caught += (mutants * measured.caught) / measured.judged
  }
  return all === 0 ? undefined : (caught / all) * 100
}

/** Returns the first folder below the module: a room, or the module's own files. */
function roomOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 4).join('/')
}
