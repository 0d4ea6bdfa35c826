import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startNode } from '../../scripts/lib/child.ts'
import { freePorts } from '../../scripts/lib/ports.ts'
import { root } from '../../scripts/lib/root.ts'
import { shellEnvironment } from '../../scripts/lib/shell-environment.ts'
import { answers, simulatorUrl, startSimulator } from '../../scripts/lib/system.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('a server is awaited until it is ready, and stops on SIGTERM', async () => {
  const port = await freePorts()
  const child = startNode(
    'server',
    program(`import { createServer } from 'node:http'
const born = Date.now()
createServer((_, response) => response.writeHead(Date.now() - born > 300 ? 200 : 503).end()).listen(${port}, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))`),
  )
  expect(await answers(`http://127.0.0.1:${port}`, child, 10_000)).toBe(true)
  await child.stop(5000)
  expect(await child.exited).toBe(0)
})

test('waiting ends as soon as the process exits', async () => {
  const child = startNode('short', program('process.exit(3)'))
  const began = Date.now()
  expect(await answers('http://127.0.0.1:9', child, 30_000)).toBe(false)
  expect(Date.now() - began).toBeLessThan(10_000)
  expect(await child.exited).toBe(3)
})

test('a process that ignores SIGTERM is killed after the grace period', async () => {
  const deaf = join(folder, 'deaf')
  const text = [
    "import { writeFileSync } from 'node:fs'",
    "process.on('SIGTERM', () => {})",
    `writeFileSync(${JSON.stringify(deaf)}, '')`,
    'setInterval(() => {}, 1000)',
  ]
  const child = startNode('deaf', program(text.join('\n')))
  await expect.poll(() => existsSync(deaf), { timeout: 60_000 }).toBe(true)
  await child.stop(200)
  expect(await child.exited).toBe('SIGKILL')
})

test('a program with an environment of its own gets nothing else of the shell’s', async () => {
  vi.stubEnv('SIM_PIX_EXPIRY_SECONDS', 'soon')
  const started = async (env?: NodeJS.ProcessEnv) => {
    const port = await freePorts(2)
    const output = openSync(join(folder, 'log'), 'a')
    const simulator = startSimulator({ port, dataDir: folder, output, ...(env && { env }) })
    const isReady = await answers(`${simulatorUrl(port)}/healthz`, simulator, 30_000)
    await simulator.stop(5_000)
    return isReady
  }
  expect(await started()).toBe(false)
  expect(await started(shellEnvironment())).toBe(true)
})

function program(text: string): string {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, text)
  return relative(root, file)
}
