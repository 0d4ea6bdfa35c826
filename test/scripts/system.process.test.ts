import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNode } from '../../scripts/lib/child.ts'
import { freePorts } from '../../scripts/lib/ports.ts'
import { root } from '../../scripts/lib/root.ts'
import { answers } from '../../scripts/lib/system.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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

function program(text: string): string {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, text)
  return relative(root, file)
}
