import { keysOf } from '../../core/records.ts'
import { fictitiousCompanyVariables } from './company.ts'
import type { Environment } from './environment.ts'
import { databaseHost, isHttps, isThisMachine, passwordIn } from './hosts.ts'
import { type Weakness, weaknessOf } from './secrets.ts'
import { simulatorSecrets } from './simulator.ts'

/**
 * Returns the values that production refuses, one message each: fictitious or guessable ones, and those that would send data
 * unencrypted.
 */
export function productionProblems(e: Environment, usesMercadoPago: boolean): string[] {
  return [
    ...missing(e, usesMercadoPago),
    ...notEncrypted(e),
    ...weakSecrets(e),
    ...otherWeaknesses(e),
    ...weakPasswords(e),
    ...sameSecrets(e),
    ...fictitiousCompanyVariables(e).map((name) => `${name}: ainda é a identidade fictícia`),
  ]
}

/**
 * Returns the missing variables. TRUST_PROXY and METRICS_TOKEN have no default here: with a wrong one, any client could choose
 * its address, or read the metrics.
 */
function missing(e: Environment, usesMercadoPago: boolean): string[] {
  const required = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'ENCRYPTION_KEY',
    'METRICS_TOKEN',
    'TRUST_PROXY',
    ...(usesMercadoPago ? (['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'] as const) : []),
    'SMTP_URL',
  ] as const
  return required.filter((name) => e[name] === undefined).map((name) => `${name}: obrigatória em produção`)
}

/**
 * Returns the connections without required encryption: all traffic that leaves this machine is encrypted, and the remote server
 * must prove its identity.
 */
function notEncrypted(e: Environment): string[] {
  const always = [
    'PUBLIC_URL',
    'MERCADOPAGO_BASE_URL',
    'API_PIX_BASE_URL',
    'API_PIX_TOKEN_URL',
    'WHATSAPP_BASE_URL',
  ] as const
  return [
    ...always.filter((name) => e[name] && !isHttps(e[name])).map((name) => `${name}: em produção só https`),
    ...(['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
      .filter((name) => e[name] && !isDatabaseEncrypted(e[name]))
      .map((name) => `${name}: fora desta máquina, em produção só com ?sslmode=verify-full`),
    ...(e.SMTP_URL && weakensTls(e.SMTP_URL)
      ? ['SMTP_URL: em produção sem opções que enfraquecem TLS; use smtps://, ou smtp:// com STARTTLS']
      : []),
    ...(e.S3_ENDPOINT && !isHttps(e.S3_ENDPOINT) && !isThisMachine(new URL(e.S3_ENDPOINT).hostname)
      ? ['S3_ENDPOINT: fora desta máquina, em produção só https']
      : []),
    // Node would accept any certificate, of whatever server.
    ...(e.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED: em produção os certificados são conferidos; uma AC própria vai em NODE_EXTRA_CA_CERTS',
        ]
      : []),
  ]
}

/**
 * Checks the encryption of a database connection. Of the driver's modes, only this one guarantees that the certificate is
 * verified, also in future versions of the driver.
 */
function isDatabaseEncrypted(url: string): boolean {
  if (isThisMachine(databaseHost(url))) return true
  const { searchParams } = new URL(url)
  return searchParams.getAll('sslmode').at(-1) === 'verify-full' && !searchParams.has('uselibpqcompat')
}

/**
 * Checks whether options in the URL weaken TLS. They override ours, and some of them switch encryption off or accept any
 * certificate.
 */
function weakensTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return (
    !isThisMachine(hostname) &&
    [...searchParams.keys()].some((name) => /^(?:secure$|.*tls|proxy|host|port|socket|service$)/i.test(name))
  )
}

/** Secrets that we choose, or that authorise others to act for us, with the minimum length of each. */
const secrets = {
  SESSION_SECRET: 32,
  ENCRYPTION_KEY: 64,
  METRICS_TOKEN: 16,
  MERCADOPAGO_ACCESS_TOKEN: 12,
  MERCADOPAGO_WEBHOOK_SECRET: 16,
  API_PIX_CLIENT_SECRET: 12,
  API_PIX_WEBHOOK_SECRET: 16,
  S3_SECRET_ACCESS_KEY: 12,
  WHATSAPP_ACCESS_TOKEN: 12,
  WHATSAPP_APP_SECRET: 16,
  WHATSAPP_VERIFY_TOKEN: 12,
  MAIL_WEBHOOK_SECRET: 16,
} as const
const secretNames = keysOf(secrets)

const weaknesses: Record<Weakness, string> = {
  short: 'curta demais',
  uniform: 'quase sem caracteres diferentes',
  repeated: 'um trecho repetido',
  sequential: 'uma sequência',
  guessable: 'uma palavra que se adivinha',
}

function weakSecrets(e: Environment): string[] {
  return secretNames.flatMap((name) => {
    const value = e[name]
    if (value === undefined) return []
    if (simulatorSecrets.includes(value)) {
      return [`${name}: a do simulador não vale em produção`]
    }
    if (name === 'MERCADOPAGO_ACCESS_TOKEN' && isTestToken(value)) {
      return [`${name}: a de teste (TEST-…) não cobra ninguém; em produção, a de produção`]
    }
    const weakness = weaknessOf(value, secrets[name])
    return weakness ? [`${name}: fraca (${weaknesses[weakness]}); gere outra com openssl rand -hex 32`] : []
  })
}

/** Checks whether an access token of Mercado Pago is one of its test credentials: charges made with it are paid by nobody. */
export function isTestToken(token: string): boolean {
  return /^TEST-/i.test(token)
}

/**
 * Returns the servers beyond this machine whose password is weak. Without a password, the connection authenticates by other means; the
 * password of a mail server is limited by its provider, and may be shorter.
 */
function weakPasswords(e: Environment): string[] {
  const servers = [
    { name: 'DATABASE_URL', min: 12, hostOf: databaseHost },
    { name: 'DATABASE_REPLICA_URL', min: 12, hostOf: databaseHost },
    { name: 'SMTP_URL', min: 8, hostOf: (url: string) => new URL(url).hostname },
  ] as const
  return servers.flatMap(({ name, min, hostOf }) => {
    const url = e[name]
    if (url === undefined || isThisMachine(hostOf(url))) return []
    const password = passwordIn(url)
    const weakness = password === '' ? undefined : weaknessOf(password, min)
    return weakness ? [`${name}: a senha é fraca (${weaknesses[weakness]}); troque-a no servidor e aqui`] : []
  })
}

function otherWeaknesses(e: Environment): string[] {
  const minLengths = { SESSION_SECRET_OTHERS: 32, ENCRYPTION_KEY_OTHERS: 64 } as const
  return (['SESSION_SECRET_OTHERS', 'ENCRYPTION_KEY_OTHERS'] as const)
    .filter((name) => e[name].some((value) => weaknessOf(value, minLengths[name]) !== undefined))
    .map((name) => `${name}: uma delas é fraca`)
}

/** Returns the secrets that are equal to another. All must differ: knowledge of one must not reveal another. */
function sameSecrets(e: Environment): string[] {
  return secretNames.flatMap((name, at) => {
    const value = e[name]?.toLowerCase()
    const earlier = secretNames.slice(0, at).find((other) => value && e[other]?.toLowerCase() === value)
    return earlier ? [`${name}: é igual a ${earlier}; cada segredo é um`] : []
  })
}
