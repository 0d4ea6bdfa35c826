import { codeOf } from '../error-code.ts'
import { readOnlyState } from './read-only.ts'
import { isTransientError, sqlStateOf } from './transient-error.ts'

/** What a server says that works and refuses, by SQLSTATE. */
const refusals: Record<string, string> = {
  '28P01': 'O banco de dados recusou o usuário ou a senha.',
  '28000': 'O banco de dados não deixa esse usuário entrar desta máquina (pg_hba.conf).',
  '3D000': 'O banco de dados indicado não existe no servidor.',
  '55000': 'O banco de dados indicado não aceita conexões (ALLOW_CONNECTIONS).',
  '53300': 'O banco de dados não aceita mais conexões agora.',
  '53100': 'O disco do banco de dados encheu: libere espaço nele.',
  '42501':
    'O usuário de DATABASE_URL não tem os direitos de que a loja precisa no banco de dados: torne-o o dono dele.',
  [readOnlyState]:
    'O banco de dados só aceita leituras: DATABASE_URL tem de levar ao servidor primário, não a uma réplica.',
}

/** Returns why a database refuses this shop, as one sentence in Portuguese for who runs it; undefined when that is not known. */
export function refusalText(error: unknown): string | undefined {
  return refusals[sqlStateOf(error) ?? '']
}

/** Returns why no connection was made, as {@link refusalText}. */
export function connectionRefusalText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.includes('does not support SSL'))
    return 'O banco de dados não oferece TLS, que DATABASE_URL pede.'
  const code = codeOf(error) ?? ''
  if (/CERT|SIGNATURE/.test(code)) return `O certificado do banco de dados não serve (${code}).`
  const isFile = 'syscall' in error && error.syscall === 'open'
  if (isFile) return `Um arquivo que DATABASE_URL indica não pode ser lido (${code}).`
  return refusalText(error)
}

/**
 * Checks whether the database does not serve this shop at present: it does not answer, or it refuses the shop, as after a change of its
 * password or certificate. Its causes are checked too.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  if (isTransientError(error) || connectionRefusalText(error) !== undefined) return true
  return isOutage(error.cause, depth + 1)
}
