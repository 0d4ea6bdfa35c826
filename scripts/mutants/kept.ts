import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sources } from '../lib/imports.ts'
import type { Mutant } from './generate.ts'
import type { Coverage, Status } from './jobs.ts'
import type { Target } from './targets.ts'

/**
 * Results that a run stores for later ones, so that a long run can be split into slices or interrupted: the coverage of each test
 * file, valid while the file, its helpers and the mutated files are unchanged; and the status of each mutant.
 */
export interface Kept {
  coverageOf(test: string): Coverage | undefined
  keepCoverage(test: string, coverage: Coverage): void
  /**
   * Returns a stored status: 'caught' is valid while the file of the mutant is unchanged; 'survived' only while the tests that
   * run it are unchanged, too.
   */
  statusOf(mutant: Mutant, judges: readonly Judge[]): Status | undefined
  /** Checks whether it survived when it was last judged, by any tests. */
  hasSurvived(mutant: Mutant): boolean
  keepStatus(mutant: Mutant, judges: readonly Judge[], status: Status): void
}

/** Some of the tests of a file, by their indexes. */
interface Judge {
  readonly file: string
  readonly tests: readonly number[]
}

interface KeptCoverage {
  readonly tests: string
  /** Digests by mutated file. */
  readonly files: Readonly<Record<string, string>>
  /** Keys of the mutants; `coverage` refers to them by their index in this list. */
  readonly keys: readonly string[]
  readonly coverage: Coverage
}

interface KeptStatus {
  readonly key: string
  readonly file: string
  readonly judges: string
  readonly status: Status
}

/** @param folder where the results are stored, not part of the repository */
export function openKept({
  folder,
  sources,
  targets,
  needed,
  reached,
}: {
  folder: string
  sources: Sources
  targets: readonly Target[]
  /** The mutated files of this run. */
  needed: ReadonlySet<string>
  reached: ReadonlyMap<string, ReadonlySet<string>>
}): Kept {
  const fileDigests = new Map(targets.map(({ file, source }) => [file, digestOf(source)]))
  const numbers = new Map(
    targets.flatMap(({ first, mutants }) => mutants.map(({ key }, index) => [digestOf(key), first + index])),
  )
  const keys = new Map([...numbers].map(([key, number]) => [number, key]))
  /** Digests of each test and of the files it uses that are not code of the product. */
  const testDigests = new Map(
    [...reached].map(([test, files]) => {
      const own = [...files].filter((file) => /^(test|simulator)\//.test(file)).toSorted()
      return [test, digestOf(own.map((file) => sources.get(file) ?? '').join('\0'))]
    }),
  )
  const nameOf = (test: string) => join(folder, 'coverage', `${test.replaceAll('/', '~')}.json`)
  const statusFile = join(folder, 'statuses.jsonl')
  const statuses = new Map<string, KeptStatus>()
  if (existsSync(statusFile)) {
    const lines = readFileSync(statusFile, 'utf8').split('\n').slice(0, -1)
    for (const line of lines) {
      const one = JSON.parse(line) as KeptStatus
      statuses.set(one.key, one)
    }
  }
  const judgesOf = (judges: readonly Judge[]) =>
    digestOf(
      judges
        .map(({ file, tests }) => `${testDigests.get(file)} ${tests}`)
        .toSorted()
        .join(),
    )

  return {
    coverageOf(test) {
      if (!existsSync(nameOf(test))) return undefined
      const kept = JSON.parse(readFileSync(nameOf(test), 'utf8')) as KeptCoverage
      const isSame =
        kept.tests === testDigests.get(test) &&
        [...needed].every((file) => kept.files[file] === fileDigests.get(file))
      return isSame ? renumbered(kept.coverage, (place) => numbers.get(kept.keys[place] ?? '')) : undefined
    },

    keepCoverage(test, coverage) {
      const places = new Map<number, number>()
      const placeOf = (number: number) => {
        const place = places.get(number) ?? places.size
        places.set(number, place)
        return place
      }
      const kept: KeptCoverage = {
        tests: testDigests.get(test) ?? '',
        files: Object.fromEntries(fileDigests),
        coverage: renumbered(coverage, placeOf),
        keys: [...places.keys()].map((number) => keys.get(number) ?? ''),
      }
      mkdirSync(dirname(nameOf(test)), { recursive: true })
      writeFileSync(nameOf(test), JSON.stringify(kept))
    },

    statusOf({ key, file }, judges) {
      const known = statuses.get(digestOf(key))
      if (!known || known.file !== fileDigests.get(file)) return undefined
      return known.status === 'survived' && known.judges !== judgesOf(judges) ? undefined : known.status
    },

    hasSurvived({ key, file }) {
      const known = statuses.get(digestOf(key))
      return known?.status === 'survived' && known.file === fileDigests.get(file)
    },

    keepStatus({ key, file }, judges, status) {
      const digests = { key: digestOf(key), file: fileDigests.get(file) ?? '', judges: judgesOf(judges) }
      mkdirSync(folder, { recursive: true })
      appendFileSync(statusFile, `${JSON.stringify({ ...digests, status } satisfies KeptStatus)}\n`)
    },
  }
}

/** Returns a digest of sixteen digits, the same for the same text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function renumbered(coverage: Coverage, to: (number: number) => number | undefined): Coverage {
  const all = (mutants: readonly number[]) => mutants.flatMap((number) => to(number) ?? [])
  return {
    ...coverage,
    atImport: all(coverage.atImport),
    byTest: coverage.byTest.map((test) => ({ ...test, mutants: all(test.mutants) })),
  }
}
