import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { OverloadedError } from '../../../src/core/bounded-queue.ts'
import { readMailApart } from '../../../src/modules/notifications/adapters/read-mail-apart.ts'

test('reads an e-mail of megabytes without blocking the process', async () => {
  const hostile = `From: Ana <ana@exemplo.com.br>\n\n${'\n'.repeat(50_000)}Oi`
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  const mail = await readMailApart(Buffer.from(hostile))
  clearInterval(ticking)
  expect(mail).toMatchObject({ address: 'ana@exemplo.com.br', name: 'Ana' })
  expect(turns).toBeGreaterThan(10)
})

test('gives up what takes too long or too much; another failure ends its process with an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  const programOf = (code: string) => {
    const file = join(folder, `${code.length}.mjs`)
    writeFileSync(file, code)
    return pathToFileURL(file)
  }
  const mail = Buffer.from('From: a@b.co\n\nOi')
  const forEver = programOf('while (true);')
  expect(await readMailApart(mail, { ms: 300, program: forEver })).toBeUndefined()
  // The second reaches the limit inside one operation, where V8 ends the whole process and not only a thread.
  for (const hoard of [
    'const all = []; while (true) all.push(Array(1e6).fill({}))',
    "'a '.repeat(3e7).split(' ')",
  ])
    expect(await readMailApart(mail, { megabytes: 16, program: programOf(hoard) })).toBeUndefined()
  const broken = programOf('throw new Error("broken")')
  await expect(readMailApart(mail, { program: broken })).rejects.toThrow('ended with 1')
  expect(await readMailApart(Buffer.from(`X: ${'a'.repeat(300_000)}\n\nOi`))).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('reads two at once while eight wait; the next is asked to retry, and none is lost', async () => {
  const mail = Buffer.from('From: a@b.co\n\nOi')
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => readMailApart(mail)))
  expect(all.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(10)
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toEqual([expect.any(OverloadedError), expect.any(OverloadedError)])
  expect(await readMailApart(mail)).toBeDefined()
})
