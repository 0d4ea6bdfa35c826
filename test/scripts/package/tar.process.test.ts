import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from '../../../scripts/doctor/installation.ts'
import { inRoot } from '../../../scripts/lib/root.ts'
import { packagedCommands } from '../../../scripts/package/program.ts'
import { checkSums, sumsFile, sumsOf } from '../../../scripts/package/sums.ts'
import { tarGz } from '../../../scripts/package/tar.ts'

test('an archive has every file in a fixed order, with names as long as the format allows', () => {
  const long = `${'a/'.repeat(70)}${'b'.repeat(95)}`
  const files = new Map([
    [long, Buffer.from('x'.repeat(513))],
    ['empty', Buffer.alloc(0)],
    ['block', Buffer.alloc(512, 'y')],
  ])
  const folder = mkdtempSync(join(tmpdir(), 'tar-'))
  try {
    writeFileSync(join(folder, 'x.tgz'), tarGz(files))
    execFileSync('tar', ['-xzf', 'x.tgz'], { cwd: folder })
    for (const [path, content] of files) expect(readFileSync(join(folder, path)).equals(content)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(tarGz(new Map([...files].reverse())).equals(tarGz(files))).toBe(true)
  expect(() => tarGz(new Map([['c'.repeat(101), Buffer.alloc(0)]]))).toThrow(/too long/)
})

test('detects a package with a missing or changed file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sums-'))
  try {
    const files = new Map([
      ['one', Buffer.from('1')],
      ['two', Buffer.from('2')],
    ])
    expect(checkSums(folder)).toBeUndefined()
    for (const [path, content] of files) writeFileSync(join(folder, path), content)
    writeFileSync(join(folder, sumsFile), sumsOf(files))
    expect(checkSums(folder)).toEqual({ listed: 2, wrong: [] })
    expect(program(folder)).toMatchObject([{ is: 'passed' }])
    writeFileSync(join(folder, 'one'), '3')
    rmSync(join(folder, 'two'))
    expect(checkSums(folder)).toEqual({ listed: 2, wrong: ['one', 'two'] })
    expect(program(folder)).toMatchObject([{ is: 'failed', line: expect.stringContaining('2 arquivo(s)') }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the package’s start script knows its commands', () => {
  const [, list = ''] =
    /const commands = \[(.*)\]/.exec(readFileSync(inRoot('scripts/package/server.mjs'), 'utf8')) ?? []
  expect(list.split(', ').map((name) => name.slice(1, -1))).toEqual([...packagedCommands])
})
