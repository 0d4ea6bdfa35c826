// `npm run torture -- --embedded --rounds 5`: kills the application under load with SIGKILL, restarts it on the same folder, and
// checks that every acknowledged write survived. It uses its own folder and ports on this machine only; at most 20 rounds of 20
// acknowledged writes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { embeddedTortureOptions } from '../lib/arguments.mjs'
import { build } from '../lib/build.ts'
import type { Child } from '../lib/child.ts'
import { freePorts } from '../lib/ports.ts'
import { shellEnvironment } from '../lib/shell-environment.ts'
import { answers, applicationUrl, startApplication } from '../lib/system.ts'

interface Message {
  to: string
  status: string
}

const WRITES = 20
const CLIENTS = 4
const rounds = roundsFrom(process.argv.slice(2))
const dataDir = mkdtempSync(join(tmpdir(), 'recomeco-torture-'))
const port = await freePorts(2)
const url = applicationUrl(port)
const acknowledged = new Set<string>()
let application: Child | undefined
let people = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void end(130, 'Interrupted.'))
}
const problem = await torture().catch((error: unknown) => String(error))
await end(problem ? 1 : 0, problem ?? `None of the ${acknowledged.size} acknowledged writes is lost.`)

/**
 * Runs the rounds.
 *
 * @returns one sentence about the failure, or undefined
 */
async function torture(): Promise<string | undefined> {
  if (!(await build().done)) return 'The pages could not be built.'
  for (let round = 1; round <= rounds; round++) {
    if (!(await start())) return `Round ${round}: the application did not restart.`
    const lost = await missing()
    if (lost.length > 0) return `Round ${round}: ${lost.length} acknowledged writes are lost.`
    const before = acknowledged.size
    const until = { count: before + WRITES, stopped: false }
    const load = Promise.all(Array.from({ length: CLIENTS }, () => write(until)))
    const moment = 1_000 + Math.floor(Math.random() * 4_000)
    await Promise.race([sleep(moment), load])
    // SIGKILL, so that the process flushes nothing.
    if (application) process.kill(application.pid, 'SIGKILL')
    until.stopped = true
    await Promise.all([load, application?.exited])
    console.log(
      `Round ${round}: killed after ${moment} ms, ${acknowledged.size - before} writes acknowledged.`,
    )
  }
  if (!(await start())) return 'The application did not restart after the last round.'
  const lost = await missing()
  if (lost.length > 0) return `${lost.length} acknowledged writes are lost.`
  if (acknowledged.size === 0) return 'No write was acknowledged, so the run proves nothing. Use more rounds.'
  return (await queueEmpties()) ? undefined : 'Some messages were never sent.'
}

async function start(): Promise<boolean> {
  application = startApplication({
    port,
    dataDir,
    env: { ...shellEnvironment(), LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  })
  return answers(`${url}/readyz`, application)
}

/** Creates accounts until stopped, each from its own client address because of the rate limits. */
async function write(until: { count: number; stopped: boolean }): Promise<void> {
  while (!until.stopped && acknowledged.size < until.count) {
    const person = ++people
    const email = `pessoa${person}@exemplo.com.br`
    const status = await fetch(`${url}/auth?aba=criar-conta`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: url, 'X-Forwarded-For': `198.18.${person >> 8}.${person & 255}` },
      body: new URLSearchParams({
        intent: 'sign-up',
        email,
        password: 'Girassol@77',
        confirmPassword: 'Girassol@77',
      }),
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => 0,
    )
    if (status === 302 || status === 303) acknowledged.add(email)
    else if (!until.stopped) await sleep(50)
  }
}

async function missing(): Promise<string[]> {
  if (acknowledged.size === 0) return []
  const kept = new Set((await messages()).map(({ to }) => to))
  return [...acknowledged].filter((email) => !kept.has(email))
}

/** Checks whether every message leaves the queue within a minute, which means that their jobs also survived. */
async function queueEmpties(): Promise<boolean> {
  for (let second = 0; second < 60; second++) {
    if ((await messages()).every(({ status }) => status !== 'queued')) return true
    await sleep(1_000)
  }
  return false
}

async function messages(): Promise<Message[]> {
  const response = await fetch(`${url}/dev/mensagens.json`, { signal: AbortSignal.timeout(10_000) })
  return (await response.json()) as Message[]
}

async function end(code: number, line: string): Promise<never> {
  if (code === 0) console.log(line)
  else console.error(line)
  await application?.stop(3_500)
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}

function roundsFrom(args: string[]): number {
  try {
    const { values } = parseArgs({ args, options: embeddedTortureOptions })
    const rounds = Number(values.rounds)
    if (Number.isInteger(rounds) && rounds >= 1 && rounds <= 20) return rounds
  } catch {
    // Unknown option: print the usage.
  }
  console.error('Usage: npm run torture -- --embedded [--rounds N (1 to 20)]')
  process.exit(1)
}
