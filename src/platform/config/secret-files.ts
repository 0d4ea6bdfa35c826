import { readFileSync } from 'node:fs'
import { codeOf } from '../error-code.ts'

/** Variables that may name a file instead of a value: secrets that only this program may read. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SESSION_SECRET',
  'SESSION_SECRET_OTHERS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_OTHERS',
  'METRICS_TOKEN',
  'MERCADOPAGO_ACCESS_TOKEN',
  'MERCADOPAGO_WEBHOOK_SECRET',
  'API_PIX_CLIENT_SECRET',
  'API_PIX_WEBHOOK_SECRET',
  'SEAL_PASSPHRASE',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'MAIL_WEBHOOK_SECRET',
] as const

type Variables = Record<string, string | undefined>

/**
 * Reads the secrets that are in files (`SESSION_SECRET_FILE=/run/secrets/session`), without the line break at the end.
 *
 * @returns the variables with these secrets, and one line for each file that cannot be read or whose variable is also set
 */
export function withSecretFiles(env: Variables): { env: Variables; problems: string[] } {
  const read: Variables = {}
  const problems: string[] = []
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name}_FILE: ${name} também está definida; deixe só uma`)
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (read[name] === '') problems.push(`${name}_FILE: o arquivo ${path} está vazio`)
    } catch (error) {
      problems.push(`${name}_FILE: o arquivo ${path} não pode ser lido (${codeOf(error) ?? error})`)
    }
  }
  return { env: { ...env, ...read }, problems }
}
