import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'

let folder: string

/** A separate project whose command `wait` records every signal and exits with 7 shortly after the first. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  mkdirSync(join(folder, 'scripts', 'lib'), { recursive: true })
  mkdirSync(join(folder, 'node_modules', 'tool'), { recursive: true })
  for (const file of [
    'scripts/bootstrap.mjs',
    'scripts/lib/arguments.mjs',
    'scripts/lib/leash.mjs',
    'scripts/lib/preloaded.mjs',
    'src/platform/quick-resolution.ts',
  ]) {
    cpSync(inRoot(file), join(folder, file))
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "x", "version": "1.0.0", "type": "module" }')
  lock({ 'node_modules/tool': { version: '1.2.3' } })
  installed({ 'node_modules/tool': { version: '1.2.3' } })
  writeFileSync(
    join(folder, 'scripts', 'wait.ts'),
    `import { appendFileSync } from 'node:fs'
const note = (text: string) => appendFileSync('notes', text + ' ')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { note(signal); setTimeout(() => process.exit(7), 400) })
note(process.argv.slice(2).join('+'))
setInterval(() => {}, 1000)`,
  )
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('the command gets its arguments and one signal for a doubled Ctrl-C, and its exit code is passed on', async () => {
  const bootstrap = start('wait', 'a', 'b')
  await noted('a+b ')
  // A terminal signals the whole group, and npm forwards the signal too.
  process.kill(-(bootstrap.pid ?? 0), 'SIGINT')
  await sleep(100)
  bootstrap.kill('SIGTERM')
  expect(await once(bootstrap, 'exit')).toEqual([7, null])
  expect(notes()).toBe('a+b SIGTERM ')
})

test('the command stops when its parent is killed', async () => {
  const bootstrap = start('wait', 'a')
  await noted('a ')
  bootstrap.kill('SIGKILL')
  await noted('a SIGTERM ')
})

test('compiled code is cached beside the packages, unless another folder is given', async () => {
  writeFileSync(join(folder, 'scripts', 'say.ts'), 'console.log(process.env.NODE_COMPILE_CACHE)')
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  const kept = join(folder, 'node_modules', '.cache', 'recomeco', 'compiled')
  expect(await ended(start('say'))).toEqual({ code: 0, text: `${kept}\n` })
  expect(readdirSync(kept)).toHaveLength(1)
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'elsewhere'))
  expect((await ended(start('say'))).text).toBe(`${join(folder, 'elsewhere')}\n`)
})

test('an unknown command is an error that lists the known ones', async () => {
  const { code, text } = await ended(start('wat'))
  expect(code).toBe(1)
  expect(text).toContain('There are: wait.')
})

test('an installation that matches the lockfile is reused and stamped', async () => {
  fakeNpm('exit 1')
  await started()
  expect(existsSync(join(folder, 'node_modules', '.install-stamp'))).toBe(true)
})

test('an optional package for this platform that npm skipped is installed', async () => {
  const tool = { version: '1.2.3' }
  const other = { version: '1.0.0', optional: true, os: ['other'] }
  lock({ 'node_modules/tool': tool, 'node_modules/tool-other': other })
  fakeNpm('exit 1')
  await started()
  lock({ 'node_modules/tool': tool, 'node_modules/tool-here': { ...other, os: [process.platform] } })
  expect((await ended(start('wait'))).code).toBe(1)
  expect(calls()).toHaveLength(3)
})

test('a lockfile with another version installs, with three attempts', {
  timeout: 60_000,
}, async () => {
  lock({ 'node_modules/tool': { version: '2.0.0' } })
  fakeNpm('exit 1')
  const { code, text } = await ended(start('wait'))
  expect(code).toBe(1)
  expect(text).toContain('Installing the dependencies failed three times.')
  expect(calls()).toHaveLength(3)
  expect(calls()[0]).toContain('npm ci --ignore-scripts')
})

test.each([
  ['test', 'nothing-like-it', 'Unknown: nothing-like-it. The steps: '],
  ['check', 'nothing-like-it', 'Unknown: nothing-like-it. The steps: '],
  ['torture', '--nothing', "Unknown option '--nothing'. The options: "],
  ['bench', '--nothing', "Unknown option '--nothing'. The options: "],
])('npm run %s -- %s is refused before anything is installed', async (command, arg, reason) => {
  addCommand(command)
  lock({ 'node_modules/tool': { version: '2.0.0' } })
  fakeNpm('exit 1')
  const { code, text } = await ended(start(command, arg))
  expect(code).toBe(1)
  expect(text).toContain(reason)
  expect(existsSync(join(folder, 'calls'))).toBe(false)
})

test('operator commands print Portuguese throughout, developer commands English', {
  timeout: 60_000,
}, async () => {
  lock({ 'node_modules/tool': { version: '2.0.0' } })
  fakeNpm('exit 1')
  const portuguese = /Instalando|falhou|três|Tente/
  const english = /Installing|failed|Try/
  for (const [command, theirs, other] of [
    ...['start', 'doctor', 'desk'].map((name) => [name, portuguese, english] as const),
    ...['test', 'check', 'dev', 'torture', 'bench'].map((name) => [name, english, portuguese] as const),
  ]) {
    addCommand(command)
    const { text } = await ended(start(command))
    expect(text.trim().split('\n'), command).toHaveLength(4)
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(theirs)
      expect(line).not.toMatch(other)
    }
  }
})

/** Adds a command that does nothing. */
function addCommand(name: string): void {
  writeFileSync(join(folder, 'scripts', `${name}.ts`), '')
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}`, npm_lifecycle_event: '' },
  })
}

async function ended(child: ChildProcess): Promise<{ code: number; text: string }> {
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}

/** Starts the command, which needs a complete installation, and stops it. */
async function started(): Promise<void> {
  const bootstrap = start('wait', 'a')
  await noted('a ')
  bootstrap.kill()
  await once(bootstrap, 'exit')
}

function fakeNpm(does: string): void {
  mkdirSync(join(folder, 'bin'))
  const text = `#!/bin/sh\necho "npm $*" >> "${folder}/calls"\n${does}\n`
  writeFileSync(join(folder, 'bin', 'npm'), text, { mode: 0o755 })
}

function calls(): string[] {
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
}

function lock(packages: object): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}

function installed(packages: object): void {
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

function notes(): string {
  return existsSync(join(folder, 'notes')) ? readFileSync(join(folder, 'notes'), 'utf8') : ''
}

async function noted(wanted: string): Promise<void> {
  const deadline = Date.now() + 5000
  while (notes() !== wanted && Date.now() < deadline) await sleep(20)
  expect(notes()).toBe(wanted)
}
