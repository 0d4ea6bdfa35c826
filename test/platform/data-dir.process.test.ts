import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureDataDir, localSecrets, lockDataDir } from '../../src/platform/data-dir.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = () => join(folder, 'process.lock')

test('a locked folder is refused naming its holder, and is free after release', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30_000)'])
  writeFileSync(lock(), JSON.stringify({ pid: other.pid, began: beganOf(other.pid), host: hostname() }))
  expect(() => lockDataDir(folder)).toThrow(`já está em uso pelo processo ${other.pid}. Pare-o`)
  const gone = new Promise((resolve) => other.once('exit', resolve))
  other.kill('SIGKILL')
  await gone
  const release = lockDataDir(folder)
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  release()
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a reused process id does not hold the folder', () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.ppid, began: '1', host: hostname() }))
  expect(lockDataDir(folder)).not.toThrow()
})

test.each(['', '{', '{"pid":"x"}', 'null'])('a damaged lock file %j holds nothing', (content) => {
  writeFileSync(lock(), content)
  expect(lockDataDir(folder)).not.toThrow()
})

test('a folder locked by this process cannot be locked again', () => {
  const release = lockDataDir(folder)
  expect(() => lockDataDir(folder)).toThrow(`já está em uso pelo processo ${process.pid}. Pare-o`)
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid })
  release()
  lockDataDir(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock file without a host, as older simulators wrote it, counts as local', () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.ppid, began: beganOf(process.ppid) }))
  expect(() => lockDataDir(folder)).toThrow(`já está em uso pelo processo ${process.ppid}. Pare-o`)
})

test('the lock of another machine counts while it is refreshed', () => {
  writeFileSync(lock(), JSON.stringify({ pid: 1, began: '1', host: 'another-machine' }))
  expect(() => lockDataDir(folder)).toThrow('pelo processo 1 da máquina another-machine')
  const before = new Date(Date.now() - 60_000)
  utimesSync(lock(), before, before)
  lockDataDir(folder)()
})

test('the lock of a live process on another machine is not taken by one whose clock is ahead', () => {
  writeFileSync(lock(), JSON.stringify({ pid: 1, began: '1', host: 'another-machine' }))
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  try {
    expect(() => lockDataDir(folder)).toThrow('pelo processo 1 da máquina another-machine')
  } finally {
    vi.useRealTimers()
  }
  expect(readdirSync(folder)).toEqual([basename(lock())])
})

test('a path that cannot be a folder gives one error sentence', () => {
  writeFileSync(join(folder, 'file'), '')
  const sentence = /^Não consigo escrever na pasta de dados .*file\/inside \(ENOTDIR\)\. Ajuste DATA_DIR/
  expect(() => ensureDataDir(join(folder, 'file', 'inside'))).toThrow(sentence)
  expect(() => lockDataDir(join(folder, 'file', 'inside'))).toThrow(sentence)
  expect(() => localSecrets(join(folder, 'file', 'inside'))).toThrow(sentence)
})

test('secrets are generated once, differ, and are readable by this user only', () => {
  const first = localSecrets(folder)
  expect(localSecrets(folder)).toEqual(first)
  expect(first.session).not.toBe(first.encryption)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

test('damaged secrets are an error and never replaced: new ones could not decrypt stored data', () => {
  for (const content of ['', '{"session":"x"}', '[]', 'null']) {
    writeFileSync(join(folder, 'secrets.json'), content)
    expect(() => localSecrets(folder)).toThrow('está danificado')
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(content)
  }
})

function beganOf(pid: number | undefined): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
