import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import pg from 'pg'
import { mailSecret } from '../../e2e/support/people.ts'
import { build } from '../../scripts/lib/build.ts'
import { shellEnvironment } from '../../scripts/lib/shell-environment.ts'
import {
  answers,
  applicationUrl,
  simulatorUrl,
  startApplication,
  startSimulator,
  stopSystem,
} from '../../scripts/lib/system.ts'

/**
 * Returns the application port of a Playwright worker; its simulator listens on the next one.
 *
 * @param first E2E_FIRST_PORT
 * @param worker the worker's TEST_PARALLEL_INDEX, counted from 0
 */
export function portOf(first: string | undefined, worker: string | number | undefined): number {
  return Number(first) + 2 * Number(worker ?? 0)
}

/** Starts the application and the simulator once for each worker of Playwright; returns a function that stops them all. */
export default async function startForEndToEnd({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (!(await build().done)) throw new Error('The pages could not be built')
  const ports = Array.from({ length: workers }, (_, worker) => portOf(process.env.E2E_FIRST_PORT, worker))
  const started = await Promise.allSettled(ports.map(startOne))
  const stop = async () => {
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value() : undefined)))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (!failed) return stop
  await stop()
  throw failed.reason
}

/**
 * Starts an application and a simulator on an empty data folder, ready for requests; returns a function that stops them. The
 * database is a new one on the server of E2E_DATABASE_URL, else the embedded one.
 */
async function startOne(port: number): Promise<() => Promise<void>> {
  const server = process.env.E2E_DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-e2e-'))
  const logFile = join(folder, 'system.log')
  const settings = {
    port,
    dataDir: join(folder, 'data'),
    output: openSync(logFile, 'a'),
    env: {
      ...shellEnvironment(),
      DATABASE_URL: server ? await newDatabase(server, `e2e_${port}`) : '',
      MAIL_WEBHOOK_SECRET: mailSecret,
      RECONCILE_SECONDS: '5',
      LOG_LEVEL: 'warn',
    },
  }
  const simulator = startSimulator(settings)
  const application = startApplication(settings)
  const stop = async () => {
    await stopSystem(application, simulator)
    rmSync(folder, { recursive: true, force: true })
  }
  const ready =
    (await answers(`${simulatorUrl(port)}/healthz`, simulator)) &&
    (await answers(`${applicationUrl(port)}/readyz`, application))
  if (ready) return stop
  const log = readFileSync(logFile, 'utf8')
  await stop()
  throw new Error(`The application did not become ready. It wrote:\n${log.slice(-4000)}`)
}

/** Creates a new, empty database on a server and returns its URL; one of that name, left by an earlier run, is dropped. */
async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
