import { spawn } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../scripts/lib/ports.ts'
import { shellEnvironment } from '../../scripts/lib/shell-environment.ts'
import { applicationOptions } from '../../scripts/lib/system.ts'
import { lockDataDir } from '../../src/platform/data-dir.ts'

// Runs the real entry point as a separate process.
const main = join(import.meta.dirname, '../../src/main.ts')
const pages = join(import.meta.dirname, '../../build/server/index.js')
const built = existsSync(pages)

/** A data folder with a migrated database, shared because creating one takes longer than these tests. */
let prepared: string
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'main-'))
  const { child, ready, exited, output } = run({ DATA_DIR: prepared, ROLE: 'worker' })
  await ready
  child.kill('SIGTERM')
  expect(await exited, output()).toMatchObject({ code: 0 })
}, 240_000)
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

let folder: string
const undo: (() => void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(() => {
  for (const step of undo.splice(0)) step()
  rmSync(folder, { recursive: true, force: true })
})

function withDatabase(): void {
  cpSync(prepared, folder, { recursive: true })
}

function run(env: Record<string, string>, stdout: 'pipe' | number = 'pipe') {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...applicationOptions, main],
    {
      env: { ...shellEnvironment(), DATA_DIR: folder, ...env },
      stdio: ['ignore', stdout, 'pipe'],
    },
  )
  undo.push(() => child.kill('SIGKILL'))
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('"msg":"ready"')) ready.resolve()
    })
  }
  const exited = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => {
      ready.resolve()
      resolve({ code, output: output.trim() })
    })
  })
  return { child, exited, ready: ready.promise, output: () => output }
}

async function listening(onConnection: () => void = () => {}): Promise<number> {
  const server: Server = createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test('each wrong variable gives one line', async () => {
  const { code, output } = await run({ PORT: 'x', ROLE: 'both' }).exited
  expect(code).toBe(1)
  expect(output.split('\n')).toEqual([
    'Configuração incompleta ou errada:',
    expect.stringMatching(/^PORT: /),
    expect.stringMatching(/^ROLE: /),
  ])
})

test('production with incomplete configuration stops with a list', async () => {
  const { code, output } = await run({ NODE_ENV: 'production' }).exited
  expect(code).toBe(1)
  expect(output).toContain('DATABASE_URL: obrigatória em produção')
  expect(output).toContain('COMPANY_CNPJ: ainda é a identidade fictícia')
})

test('a data folder that is not writable gives one error sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const { code, output } = await run({ DATA_DIR: join(folder, 'file', 'data') }).exited
  expect([code, output]).toEqual([
    1,
    `Não consigo escrever na pasta de dados ${join(folder, 'file', 'data')} (ENOTDIR). Ajuste DATA_DIR ou as permissões.`,
  ])
})

test('a second process on the same folder is refused and does not break the lock', async () => {
  undo.push(lockDataDir(folder))
  const { code, output } = await run({}).exited
  expect(code).toBe(1)
  expect(output).toBe(
    `A pasta de dados ${folder} já está em uso pelo processo ${process.pid}. Pare-o ou escolha outra DATA_DIR.`,
  )
  expect(existsSync(join(folder, 'process.lock'))).toBe(true)
})

test('a database that refuses the connection gives one error sentence', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/x' }).exited
  expect([code, output]).toEqual([1, 'O banco de dados não responde (ECONNREFUSED). Confira DATABASE_URL.'])
})

// The database has 10 seconds to answer. The additional time of the process itself depends on the machine.
test('a database that never answers is given up', async () => {
  const port = await listening()
  const { code, output } = await run({ DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/x` }).exited
  expect([code, output]).toEqual([1, 'O banco de dados não responde. Confira DATABASE_URL.'])
}, 240_000)

test.skipIf(!built)(
  'the pages’ program has no character that would make V8 keep it in two bytes a character',
  () => {
    expect(/.{0,40}[^\0-\x7f]/.exec(readFileSync(pages, 'utf8'))?.[0]).toBeUndefined()
  },
)

test.skipIf(!built)(
  'a port in use gives one error sentence',
  async () => {
    withDatabase()
    const port = await listening()
    const { code, output } = await run({ PORT: String(port), LOG_LEVEL: 'silent' }).exited
    expect([code, output]).toEqual([
      1,
      `A porta ${port} já está em uso. Pare o outro programa ou escolha outra PORT.`,
    ])
  },
  120_000,
)

test('killed, it releases the folder; SIGTERM, SIGINT and SIGHUP stop everything in order; each time it starts again', async () => {
  withDatabase()
  const lock = join(folder, 'process.lock')
  const start = async () => {
    // A worker has nothing to drain, but a slow machine may need more than the 4.5 seconds of a process that is not behind a
    // proxy.
    const { child, ready, exited, output } = run({ ROLE: 'worker', DRAIN_SECONDS: '30' })
    await ready
    expect(output()).toContain('"msg":"ready"')
    // Redaction leaves it: by it two processes with different secrets are told apart.
    expect(output()).toMatch(/"signsWith":"[0-9a-f]{16}","msg":"ready"/)
    return { child, exited }
  }
  const killed = await start()
  killed.child.kill('SIGKILL')
  await killed.exited
  expect(existsSync(lock)).toBe(true)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const { child, exited } = await start()
    child.kill(signal)
    const { code, output } = await exited
    expect(code, signal).toBe(0)
    expect(output).not.toContain('could not stop')
    expect(existsSync(lock), signal).toBe(false)
  }
}, 120_000)

test.skipIf(process.platform !== 'linux')(
  'a log on a full disk stops no process, and is counted',
  async () => {
    withDatabase()
    const port = await freePorts()
    const full = openSync('/dev/full', 'w')
    undo.push(() => closeSync(full))
    const { child, exited } = run({ ROLE: 'worker', STATUS_PORT: String(port) }, full)
    await expect.poll(() => statusText(port, '/readyz'), { timeout: 60_000 }).toBe('ok')
    // `ready` is a line of the log.
    await expect.poll(() => statusText(port, '/metrics')).toMatch(/^log_lines_lost_total [1-9]/m)
    child.kill('SIGTERM')
    expect((await exited).code).toBe(0)
  },
)

test('a process whose log nobody reads any more continues', async () => {
  withDatabase()
  const port = await freePorts()
  const { child, ready, exited } = run({ ROLE: 'worker', STATUS_PORT: String(port), LOG_LEVEL: 'debug' })
  await ready
  child.stdout?.destroy()
  await expect.poll(() => statusText(port, '/metrics')).toMatch(/^log_lines_lost_total [1-9]/m)
  expect(await statusText(port, '/readyz')).toBe('ok')
  child.kill('SIGTERM')
  expect((await exited).code).toBe(0)
})

test.skipIf(!built)(
  'stopped while it starts, it exits as requested and reports no failure',
  async () => {
    withDatabase()
    const port = await freePorts()
    const { child, exited } = run({ PORT: String(port) })
    // The process answers slightly before its jobs run.
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGTERM')
    const { code, output } = await exited
    expect(code).toBe(0)
    expect(output).not.toMatch(/não pôde iniciar|start failed|could not stop/)
  },
  120_000,
)

test.skipIf(!built)(
  'says at the start that its mail server cannot be used, and starts anyway',
  async () => {
    withDatabase()
    const port = await freePorts()
    const SMTP_URL = `smtp://user:senha@127.0.0.1:${port}`
    const { child, ready, exited, output } = run({
      ROLE: 'worker',
      SMTP_URL,
      MAIL_FROM: 'contato@exemplo.com.br',
    })
    await ready
    await expect
      .poll(output, { timeout: 20_000 })
      .toContain(
        `E-mail: 127.0.0.1:${port} não atende (ESOCKET). Confira SMTP_URL. Até lá as mensagens esperam.`,
      )
    expect(output()).not.toContain('senha')
    child.kill('SIGTERM')
    expect((await exited).code).toBe(0)
  },
  120_000,
)

test.skipIf(!built)(
  'a demonstration answers only to the names of this machine, so that no page of the network reads it',
  async () => {
    withDatabase()
    const port = await freePorts()
    const { ready } = run({ PORT: String(port) })
    await ready
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: '/', headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).once('error', reject)
      })
    expect(await ask(`outro.exemplo:${port}`)).toBe(421)
    expect(await ask(`localhost:${port}`)).toBe(200)
  },
  120_000,
)

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
}

async function statusText(port: number, path: string): Promise<string> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.text(),
    () => '',
  )
}
