import type { Database } from './database.ts'
import { readMigrations } from './migrations.ts'

/** The hash of the newest migration of this build. It stays for the life of the process. */
const newest = readMigrations().at(-1)?.hash

/**
 * True when the database answers within `milliseconds` that the newest migration of this build is applied. One that
 * is ahead counts: while a release rolls out, the processes of the last one go on serving.
 */
export async function hasCurrentSchema(database: Database, milliseconds = 2_000): Promise<boolean> {
  const applied = database.$client
    .query('select 1 from drizzle.__drizzle_migrations where hash = $1', [newest])
    .then(
      ({ rows }) => rows.length > 0,
      () => false,
    )
  return (await within(milliseconds, applied)) ?? false
}

/** Asks a trivial question; where no answer comes in time, one sentence in Portuguese that says why. */
export async function whyNoAnswer(database: Database, milliseconds: number): Promise<string | undefined> {
  const answer = database.$client.query('select 1').then(() => '', explain)
  return ((await within(milliseconds, answer)) ?? silent('')) || undefined
}

/** @returns undefined when time is up first */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function explain(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') return 'O banco de dados recusou o usuário ou a senha.'
  if (code === '3D000') return 'O banco de dados indicado não existe no servidor.'
  if (code === '53300') return 'O banco de dados não aceita mais conexões agora.'
  return silent(code)
}

function silent(code: string): string {
  return `O banco de dados não responde${code ? ` (${code})` : ''}.`
}
