// A process that runs mutants: it serves the code with all of them to one Vitest with one test, host.ts. The parent sends the
// jobs, and the results are written to a file, so that they are kept if a mutant never ends.
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { instrument } from './generate.ts'
import type { Job } from './jobs.ts'
import type { Target } from './targets.ts'

/** A server with a migrated template database, as the tests expect it (test/support/database.ts). */
export interface TestServer {
  readonly server: string
  readonly template: string
}

/** Message that the parent sends. */
export interface Order {
  readonly folder: string
  readonly targets: readonly Target[]
  readonly jobs: readonly Job[]
  /** File to which a line for each result is appended. */
  readonly answers: string
  readonly database?: TestServer | undefined
}

process.once('disconnect', () => process.exit(1))
process.once('message', (order) => void work(order as Order))

async function work({ folder, targets, jobs, answers, database }: Order): Promise<void> {
  const byFile = new Map(targets.map((target) => [target.file, target]))
  const here = import.meta.dirname
  const recorder = join(here, 'recorder.ts').replaceAll('\\', '/')
  const vitest = await createVitest(
    {
      root: folder,
      config: false,
      watch: false,
      dir: here,
      include: ['host.ts'],
      env: { TZ: 'UTC', TEST_DATABASE_URL: '' },
      pool: 'threads',
      // Off, because the key of the cache does not depend on the mutants.
      fsModuleCache: false,
      maxWorkers: 1,
      reporters: [{}],
      // A mutant leaves promises behind that nothing awaits.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      server: { fs: { strict: false } },
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform(code, id) {
            const file = relative(folder, id.replace(/\?.*$/, '')).replaceAll('\\', '/')
            // Vitest's own `test` cannot be called while tests are already running.
            if (file.startsWith('test/'))
              return { code: code.replace("from 'vitest'", `from '${recorder}'`), map: null }
            const target = byFile.get(file)
            return target ? { code: instrument(code, target.mutants, target.first), map: null } : null
          },
        },
        {
          name: 'no source maps',
          enforce: 'post',
          // Nobody reads where a mutant failed.
          transform: (code) => ({ code, map: { mappings: '' } }),
        },
      ],
    },
  )
  vitest.provide('jobs', jobs)
  vitest.provide('answers', answers)
  if (database) vitest.provide('database', database)
  const { testModules } = await vitest.start()
  const errors = testModules.flatMap((module) => failures(module))
  for (const error of errors) console.error(error)
  process.exit(errors.length > 0 || testModules.length === 0 ? 1 : 0)
}

function failures(module: { errors(): unknown[]; children: { allTests(): Iterable<unknown> } }): unknown[] {
  const tests = [...module.children.allTests()] as { result(): { errors?: readonly unknown[] } }[]
  return [...module.errors(), ...tests.flatMap((test) => test.result().errors ?? [])]
}
