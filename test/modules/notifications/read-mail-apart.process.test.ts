import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { OverloadedError } from '../../../src/core/bounded-queue.ts'
import { readMailApart } from '../../../src/modules/notifications/adapters/read-mail-apart.ts'

test('an e-mail of megabytes is read beside what else the process does', async () => {
  const hostile = `From: Ana <ana@exemplo.com.br>\n\n${'\n'.repeat(50_000)}Oi`
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  const mail = await readMailApart(Buffer.from(hostile))
  clearInterval(ticking)
  expect(mail).toMatchObject({ address: 'ana@exemplo.com.br', name: 'Ana' })
  expect(turns).toBeGreaterThan(10)
})

test('what takes too long, or too much, is no e-mail; what else ends the thread is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  const threadOf = (code: string) => {
    const file = join(folder, `${code.length}.mjs`)
    writeFileSync(file, code)
    return pathToFileURL(file)
  }
  const mail = Buffer.from('From: a@b.co\n\nOi')
  const forEver = threadOf('while (true);')
  expect(await readMailApart(mail, { ms: 300, thread: forEver })).toBeUndefined()
  const hoard = 'const all = []; while (true) all.push(Array.from({ length: 1e6 }, Math.random))'
  expect(await readMailApart(mail, { megabytes: 16, thread: threadOf(hoard) })).toBeUndefined()
  const broken = threadOf('throw new Error("broken")')
  await expect(readMailApart(mail, { thread: broken })).rejects.toThrow('broken')
  expect(await readMailApart(Buffer.from(`X: ${'a'.repeat(300_000)}\n\nOi`))).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('two are read at once and eight wait; the next is told to come back, and none is lost', async () => {
  const mail = Buffer.from('From: a@b.co\n\nOi')
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => readMailApart(mail)))
  expect(all.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(10)
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toEqual([expect.any(OverloadedError), expect.any(OverloadedError)])
  expect(await readMailApart(mail)).toBeDefined()
})
