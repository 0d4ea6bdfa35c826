import type { Database } from './database.ts'

/** True when the database answers a trivial question within `milliseconds`. */
export async function answers(database: Database, milliseconds = 2_000): Promise<boolean> {
  return (await whyNoAnswer(database, milliseconds)) === undefined
}

/** Asks a trivial question; where no answer comes in time, one sentence in Portuguese that says why. */
export async function whyNoAnswer(database: Database, milliseconds: number): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(silent('')), milliseconds)
  const answer = database.$client.query('select 1').then(() => undefined, explain)
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
