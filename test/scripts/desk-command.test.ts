// Databases: postgres. A command of the team is its own process, and the embedded database accepts only one.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureText } from '../../scripts/lib/operator-command.ts'
import { quickResolution } from '../../scripts/lib/preloaded.mjs'
import { inRoot } from '../../scripts/lib/root.ts'
import { shellEnvironment } from '../../scripts/lib/shell-environment.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { DatabaseError } from '../../src/platform/database/database-error.ts'
import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let source: TestDatabase
let database: Database
beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 1 })
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})

/** Runs `npm run desk`; a process that does not end on its own is killed and has no exit code. */
async function desk(command: string) {
  const account = DEMO_ACCOUNTS.find(({ role }) => role === 'staff')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...quickResolution, inRoot('scripts/desk.ts'), command],
    {
      env: {
        ...shellEnvironment(),
        ...{ DATA_DIR: inRoot('test-results', 'desk-command'), DATABASE_URL: source.url },
        ...{ DESK_EMAIL: account?.email, DESK_PASSWORD: account?.password },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 90_000,
    },
  )
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ])
  return { output, errors, code }
}

test('a command whose start fails after the queue has begun exits with one sentence, without the query’s values', async () => {
  await database.$client.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'no accounts today' using errcode = 'XX000'; end $$;
    create trigger refuse before insert on users for each row execute function refuse()`)
  const { output, errors, code } = await desk('esquecidos')
  expect({ code, output }).toEqual({ code: 1, output: '' })
  const lines = errors.trim().split('\n')
  expect(lines.at(-1)).toBe('O comando não pôde terminar; o motivo está na linha acima.')
  expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ err: { cause: { code: 'XX000' } } })
  expect(errors).not.toContain('@')
  expect(errors).not.toContain('params')
})

test('an error is one sentence: a wrong configuration, a temporary failure, or a logged fault', () => {
  const logged: string[] = []
  const textOf = (error: unknown) => failureText(error, { write: (line) => void logged.push(line) })
  expect(textOf(new DatabaseError('O banco de dados não responde.'))).toBe('O banco de dados não responde.')
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  expect(textOf(new Error('Failed query: select\nparams: 529.982.247-25', { cause: lost }))).toMatch(
    /^A conexão com o banco de dados se perdeu antes do fim\./,
  )
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(textOf(new Error('Failed query: insert', { cause: full }))).toMatch(
    /^O disco do banco de dados encheu/,
  )
  const disk = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
  expect(textOf(disk)).toMatch(/^Um arquivo não pôde ser lido ou gravado \(ENOSPC\)/)
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  expect(textOf(new Error('Failed query: select', { cause: reset }))).toMatch(/^A conexão com o banco/)
  expect(logged).toEqual([])
  expect(textOf(new Error('Failed query: select\nparams: Ana Souza'))).toMatch(/linha acima\.$/)
  expect(logged).toHaveLength(1)
  expect(logged[0]).not.toContain('Ana')
})
