import type { Environment } from './environment.ts'
import { isThisMachine } from './hosts.ts'
import { isTestToken, productionProblems } from './production.ts'

/** Checks whether payments go to the simulator. */
export function isDemo(e: Pick<Environment, 'PAYMENT_PROVIDER' | 'MERCADOPAGO_ACCESS_TOKEN'>): boolean {
  return e.PAYMENT_PROVIDER === 'mercado-pago' && e.MERCADOPAGO_ACCESS_TOKEN === undefined
}

/**
 * Checks whether Mercado Pago is used. A configured account is still used to settle its charges, even when new ones use the other
 * provider.
 */
export function usesMercadoPago(
  e: Pick<Environment, 'PAYMENT_PROVIDER' | 'MERCADOPAGO_ACCESS_TOKEN'>,
): boolean {
  return e.PAYMENT_PROVIDER === 'mercado-pago' || e.MERCADOPAGO_ACCESS_TOKEN !== undefined
}

/**
 * Checks whether the values are held to what production requires. Forgetting NODE_ENV must not lower that: credentials that move real
 * money make any process production that serves, or writes links to, more than this machine.
 */
export function isProduction(e: Environment): boolean {
  return e.NODE_ENV === 'production' || (hasRealCredentials(e) && !isLocal(e))
}

/** A test account's token begins with TEST-; a provider on this machine is a simulator. */
function hasRealCredentials(e: Environment): boolean {
  const { MERCADOPAGO_ACCESS_TOKEN: token, MERCADOPAGO_BASE_URL, API_PIX_BASE_URL } = e
  const isRealToken = token !== undefined && !isTestToken(token) && !isOfThisMachine(MERCADOPAGO_BASE_URL)
  return isRealToken || (API_PIX_BASE_URL !== undefined && !isOfThisMachine(API_PIX_BASE_URL))
}

const isOfThisMachine = (url: string | undefined) => url !== undefined && isThisMachine(new URL(url).hostname)
const isLocal = ({ HOST, PUBLIC_URL }: Environment) =>
  isThisMachine(HOST) && (PUBLIC_URL === undefined || isOfThisMachine(PUBLIC_URL))

const apiPixGroup = [
  'API_PIX_BASE_URL',
  'API_PIX_TOKEN_URL',
  'API_PIX_CLIENT_ID',
  'API_PIX_CLIENT_SECRET',
  'API_PIX_KEY',
  'API_PIX_CERT_FILE',
  'API_PIX_KEY_FILE',
  'API_PIX_WEBHOOK_SECRET',
] as const

/** Returns missing variables and forbidden combinations, one message each. */
export function problemsOf(e: Environment): string[] {
  const needsApiPix = e.PAYMENT_PROVIDER === 'api-pix' && apiPixGroup.every((name) => e[name] === undefined)
  return [
    ...incompleteGroups(e),
    ...(e.DATABASE_REPLICA_URL !== undefined && e.DATABASE_URL === undefined
      ? ['DATABASE_REPLICA_URL: só com DATABASE_URL, de que é a réplica']
      : []),
    ...(e.WHATSAPP_APP_SECRET !== undefined && e.WHATSAPP_ACCESS_TOKEN === undefined
      ? ['WHATSAPP_ACCESS_TOKEN: falta, e sem ela os avisos do WhatsApp não servem']
      : []),
    ...(needsApiPix ? apiPixGroup.map((name) => `${name}: obrigatória com PAYMENT_PROVIDER=api-pix`) : []),
    ...(isProduction(e) ? productionProblemsOf(e) : openDemo(e)),
  ]
}

function productionProblemsOf(e: Environment): string[] {
  const problems = productionProblems(e, usesMercadoPago(e))
  if (e.NODE_ENV === 'production' || problems.length === 0) return problems
  return [
    'NODE_ENV: com credenciais de verdade e fora desta máquina, vale o mesmo que em produção; para experimentar, use um token TEST-…',
    ...problems,
  ]
}

/**
 * Refuses a demonstration that is reachable from other machines: it has public accounts, shows every message and pays
 * automatically.
 */
function openDemo(e: Environment): string[] {
  if (!isDemo(e) || e.ROLE === 'worker') return []
  const why = 'a demonstração (sem MERCADOPAGO_ACCESS_TOKEN) só atende esta máquina'
  return [
    ...(isThisMachine(e.HOST) ? [] : [`HOST: ${why}; use 127.0.0.1`]),
    ...(e.PUBLIC_URL === undefined || isOfThisMachine(e.PUBLIC_URL)
      ? []
      : [`PUBLIC_URL: ${why}; use http://localhost:${e.PORT}`]),
  ]
}

/** Returns the missing variables of groups that only work together: a partial group would otherwise be silently ignored. */
function incompleteGroups(e: Environment): string[] {
  const groups = [
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['SEAL_CERTIFICATE_FILE', 'SEAL_PASSPHRASE'],
    ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN'],
    ['WHATSAPP_BUSINESS_ACCOUNT_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
    apiPixGroup,
  ] as const
  return groups.flatMap((group) => {
    const unset = group.filter((name) => e[name] === undefined)
    return unset.length < group.length
      ? unset.map((name) => `${name}: falta, as outras do grupo existem`)
      : []
  })
}
