import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts, portIsFree } from '../../scripts/lib/ports.ts'
import { inRoot, root } from '../../scripts/lib/root.ts'

let port: number
/** Shared by all tests, because the first start of a data folder takes longer than they do. */
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
})
beforeEach(async () => {
  port = await freePorts(3)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('npm start prints its addresses, and Ctrl-C stops everything', {
  timeout: 120_000,
}, async () => {
  const { child, text } = start()
  await said(text, 'Ctrl-C encerra')
  const rival = start({ PORT: String(await freePorts(3)) })
  expect(await ended(rival.child)).toBe(1)
  expect(rival.text().trim()).toMatch(/^[^\n]*pasta de dados [^\n]* (?:em uso|Pare-o)[^\n]*$/)
  expect(text()).toContain(`http://localhost:${port}/dev/mensagens`)
  expect(text()).toContain('cliente@exemplo.com.br')
  expect(text()).not.toContain('simulator (no real money)')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  const again = start()
  expect(await ended(again.child)).toBe(1)
  expect(again.text().trim()).toContain(`A porta ${port} já está em uso`)

  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
  expect(await portIsFree(port)).toBe(true)
  expect(await portIsFree(port + 1)).toBe(true)
})

const linux = existsSync('/proc/self/stat')

test.skipIf(!linux)(
  'when a part exits by itself, this is reported and the rest stops too',
  { timeout: 120_000 },
  async () => {
    const { child, text } = start()
    await said(text, 'Ctrl-C encerra')
    process.kill(childOf(child, 'simulator/main.ts'), 'SIGKILL')
    expect(await ended(child)).toBe(1)
    expect(text()).toContain(
      'O simulador de pagamentos parou sem ser pedido (SIGKILL). O sistema encerrou o processo',
    )
    expect(text()).toContain('precisa de 512 MB livres')
    expect(await portIsFree(port)).toBe(true)
  },
)

test('a data folder that cannot be created gives one error sentence, and nothing starts', async () => {
  const { child, text } = start({ DATA_DIR: join('/dev/null', 'dados') })
  expect(await ended(child)).toBe(1)
  expect(text().trim()).toMatch(/^Não consigo escrever na pasta de dados .+ou as permissões\.$/)
})

test('a busy simulator port is reported before anything starts', async () => {
  const server = createServer().listen(port + 1, '127.0.0.1')
  await once(server, 'listening')
  const { child, text } = start()
  expect(await ended(child)).toBe(1)
  server.close()
  expect(text().trim().split('\n')).toEqual([expect.stringContaining(`A porta ${port + 1} já está em uso`)])
})

function start(variables: Record<string, string> = {}): { child: ChildProcess; text: () => string } {
  const { MERCADOPAGO_ACCESS_TOKEN: _, DATABASE_URL: __, ...env } = process.env
  const child = spawn(process.execPath, [inRoot('scripts/start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: '', ...variables },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  return { child, text: () => text }
}

async function ended(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return child.exitCode
  const [code] = (await once(child, 'close')) as [number]
  return code
}

async function said(text: () => string, wanted: string): Promise<void> {
  await expect.poll(text, { timeout: 100_000 }).toContain(wanted)
}

function childOf(parent: ChildProcess, name: string): number {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  const found = pids.find((pid) => {
    const [stat, command] = [read(`/proc/${pid}/stat`), read(`/proc/${pid}/cmdline`)]
    return command.includes(name) && Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === parent.pid
  })
  return Number(found)
}

/** Processes may exit while they are inspected. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
