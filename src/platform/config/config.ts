import { join, resolve } from 'node:path'
import { z } from 'zod'
import pt from 'zod/v4/locales/pt.js'
import { LATE_FEE_PERCENT, LATE_INTEREST_PERCENT_MONTH } from '../../core/commitments.ts'
import { fromDecimal } from '../../core/money.ts'
import { createSigner, type Signer } from '../signing.ts'
import { type LogLevel, logLevels } from '../telemetry/log-levels.ts'
import { type Company, companyOf, companySchema, fictitiousCompanyVariables } from './company.ts'

const processRoles = ['all', 'web', 'worker'] as const
const paymentProviders = ['mercado-pago', 'api-pix'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())
/** '2' or '0.33' percent, as hundredths of a percent. */
const percent = (max: number) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('0')
      .transform((text) => fromDecimal(text) ?? Number.NaN)
      .refine((hundredths) => hundredths <= max * 100, `de 0 a ${max}, com ponto: 0.33`),
  )
const port = z.coerce.number().int().min(1).max(65_534)

const environment = companySchema.extend({
  NODE_ENV: optional(z.enum(['development', 'test', 'production'])),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PORT: z.preprocess(blankIsUnset, port.default(3000)),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: z.preprocess(blankIsUnset, z.coerce.number().int().min(2).max(200).default(10)),
  PUBLIC_URL: optional(
    z.url({ protocol: /^https?$/ }).refine(isOrigin, 'só a origem, sem caminho: https://www.exemplo.com.br'),
  ),
  ROLE: z.preprocess(blankIsUnset, z.enum(processRoles).default('all')),
  SESSION_SECRET: optional(z.string().min(32)),
  ENCRYPTION_KEY: optional(z.string().regex(/^[0-9a-f]{64}$/i, 'use 64 dígitos hexadecimais')),
  METRICS_TOKEN: optional(z.string().min(16)),
  TRUST_PROXY: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(5).default(0)),
  PAYMENT_PROVIDER: z.preprocess(blankIsUnset, z.enum(paymentProviders).default('mercado-pago')),
  MERCADOPAGO_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  MERCADOPAGO_ACCESS_TOKEN: optional(z.string().min(8)),
  MERCADOPAGO_WEBHOOK_SECRET: optional(z.string().min(8)),
  API_PIX_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  API_PIX_TOKEN_URL: optional(z.url({ protocol: /^https?$/ })),
  API_PIX_CLIENT_ID: optional(z.string()),
  API_PIX_CLIENT_SECRET: optional(z.string().min(8)),
  API_PIX_KEY: optional(z.string().min(5).max(77)),
  API_PIX_CERT_FILE: optional(z.string()),
  API_PIX_KEY_FILE: optional(z.string()),
  API_PIX_CA_FILE: optional(z.string()),
  API_PIX_WEBHOOK_SECRET: optional(z.string().min(16)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string().min(3)),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  S3_BUCKET: optional(z.string().min(3)),
  S3_REGION: z.preprocess(blankIsUnset, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optional(z.string().min(3)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(8)),
  WHATSAPP_PHONE_NUMBER_ID: optional(z.string().regex(/^\d+$/)),
  WHATSAPP_ACCESS_TOKEN: optional(z.string().min(8)),
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(logLevels).default('info')),
  LATE_FEE_PERCENT: percent(LATE_FEE_PERCENT),
  LATE_INTEREST_PERCENT_MONTH: percent(LATE_INTEREST_PERCENT_MONTH),
  EARLY_PAYOFF: z.preprocess(blankIsUnset, z.enum(['on', 'off']).default('off')),
  RECONCILE_SECONDS: z.preprocess(blankIsUnset, z.coerce.number().int().min(1).max(3600).default(30)),
})

export interface Config {
  /** Whether NODE_ENV is `production`, which refuses fictitious defaults. */
  production: boolean
  /** Whether payments go to the simulator; enables the /dev pages. */
  demo: boolean
  role: (typeof processRoles)[number]
  host: string
  port: number
  dataDir: string
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  databasePool: number
  /** Without a trailing slash. */
  publicUrl: string
  /** Signs cookies and links; `secure` restricts cookies to https. */
  session: { signer: Signer; secure: boolean }
  /** 32 bytes as hex: encrypts documents and registrations at rest. */
  encryptionKey: string
  metricsToken: string | undefined
  /** Number of reverse proxies that append to X-Forwarded-For. */
  trustedProxies: number
  /** Provider for new charges. Charges of the other one, if it is configured, are still settled there. */
  paymentProvider: PaymentProviderName
  /** Undefined when charges use API Pix and no Mercado Pago account is configured. */
  mercadoPago: { baseUrl: string; accessToken: string; webhookSecret: string } | undefined
  apiPix:
    | {
        /** Without a trailing slash. */
        baseUrl: string
        tokenUrl: string
        clientId: string
        clientSecret: string
        /** The company's Pix key at the bank. */
        key: string
        /** Paths of PEM files; without `ca` the bank's certificate is verified with the public CAs. */
        files: { cert: string; key: string; ca: string | undefined }
        webhookSecret: string
      }
    | undefined
  smtp: { url: string; from: string } | undefined
  s3:
    | { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  whatsapp: { phoneNumberId: string; accessToken: string } | undefined
  logLevel: LogLevel
  reconcileSeconds: number
  /** Late charges and early-payment discount; rates in hundredths of a percent, 0 is off. */
  paymentTerms: { lateFee: number; lateInterest: number; earlyPayoff: boolean }
  company: Company
}

/** Secrets that a demonstration generates and keeps in its data folder. */
export interface LocalSecrets {
  session: string
  encryption: string
}

/** Access token and webhook secret shared with the simulator. */
export const simulatorAccessToken = 'TEST-simulator-token'
export const simulatorWebhookSecret = 'sim-webhook-secret'

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Parses the environment once.
 *
 * @param localSecrets called when secrets are missing outside production
 * @throws ConfigError naming every wrong variable, one line each
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  localSecrets: (dataDir: string) => LocalSecrets,
): Config {
  const parsed = environment.safeParse(env, { error: pt().localeError })
  const problems = parsed.success
    ? missingVariables(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const demo = e.PAYMENT_PROVIDER === 'mercado-pago' && e.MERCADOPAGO_ACCESS_TOKEN === undefined

  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  const needLocal = e.SESSION_SECRET === undefined || e.ENCRYPTION_KEY === undefined
  const local = needLocal ? localSecrets(dataDir) : undefined
  return {
    production,
    demo,
    role: e.ROLE,
    host: e.HOST,
    port: e.PORT,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    publicUrl,
    session: {
      signer: createSigner(e.SESSION_SECRET ?? local?.session ?? ''),
      secure: publicUrl.startsWith('https:'),
    },
    encryptionKey: e.ENCRYPTION_KEY ?? local?.encryption ?? '',
    metricsToken: e.METRICS_TOKEN,
    trustedProxies: e.TRUST_PROXY,
    paymentProvider: e.PAYMENT_PROVIDER,
    mercadoPago: usesMercadoPago(e)
      ? {
          baseUrl:
            e.MERCADOPAGO_BASE_URL ??
            (demo ? `http://127.0.0.1:${e.PORT + 1}` : 'https://api.mercadopago.com'),
          accessToken: e.MERCADOPAGO_ACCESS_TOKEN ?? simulatorAccessToken,
          webhookSecret: e.MERCADOPAGO_WEBHOOK_SECRET ?? simulatorWebhookSecret,
        }
      : undefined,
    apiPix: apiPixOf(e),
    smtp: e.SMTP_URL
      ? {
          url: e.SMTP_URL,
          from: e.MAIL_FROM ?? `"${e.COMPANY_LEGAL_NAME.replace(/["\\]/g, '')}" <${e.COMPANY_EMAIL}>`,
        }
      : undefined,
    s3:
      e.S3_ENDPOINT && e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: e.S3_ENDPOINT,
            bucket: e.S3_BUCKET,
            region: e.S3_REGION,
            accessKeyId: e.S3_ACCESS_KEY_ID,
            secretAccessKey: e.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    whatsapp:
      e.WHATSAPP_PHONE_NUMBER_ID && e.WHATSAPP_ACCESS_TOKEN
        ? { phoneNumberId: e.WHATSAPP_PHONE_NUMBER_ID, accessToken: e.WHATSAPP_ACCESS_TOKEN }
        : undefined,
    logLevel: e.LOG_LEVEL,
    reconcileSeconds: e.RECONCILE_SECONDS,
    paymentTerms: {
      lateFee: e.LATE_FEE_PERCENT,
      lateInterest: e.LATE_INTEREST_PERCENT_MONTH,
      earlyPayoff: e.EARLY_PAYOFF === 'on',
    },
    company: companyOf(e),
  }
}

/** A configured account is still used to settle its charges, even when new ones use the other provider. */
function usesMercadoPago(e: z.infer<typeof environment>): boolean {
  return e.PAYMENT_PROVIDER === 'mercado-pago' || e.MERCADOPAGO_ACCESS_TOKEN !== undefined
}

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

/** Complete or absent: `incompleteGroups` refuses a partial group before. */
function apiPixOf(e: z.infer<typeof environment>): Config['apiPix'] {
  if (e.API_PIX_BASE_URL === undefined) return undefined
  return {
    baseUrl: e.API_PIX_BASE_URL.replace(/\/+$/, ''),
    tokenUrl: e.API_PIX_TOKEN_URL ?? '',
    clientId: e.API_PIX_CLIENT_ID ?? '',
    clientSecret: e.API_PIX_CLIENT_SECRET ?? '',
    key: e.API_PIX_KEY ?? '',
    files: { cert: e.API_PIX_CERT_FILE ?? '', key: e.API_PIX_KEY_FILE ?? '', ca: e.API_PIX_CA_FILE },
    webhookSecret: e.API_PIX_WEBHOOK_SECRET ?? '',
  }
}

/** Folder of the embedded database's files. */
export function embeddedDatabaseDir(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'postgres')
}

/** All missing variables, one message each. */
function missingVariables(e: z.infer<typeof environment>): string[] {
  const needsApiPix = e.PAYMENT_PROVIDER === 'api-pix' && apiPixGroup.every((name) => e[name] === undefined)
  return [
    ...incompleteGroups(e),
    ...(needsApiPix ? apiPixGroup.map((name) => `${name}: obrigatória com PAYMENT_PROVIDER=api-pix`) : []),
    ...(e.NODE_ENV === 'production' ? missingInProduction(e) : []),
  ]
}

/** Groups of variables that only work together: a partial group would silently be ignored. */
function incompleteGroups(e: z.infer<typeof environment>): string[] {
  const groups = [
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN'],
    apiPixGroup,
  ] as const
  return groups.flatMap((group) => {
    const unset = group.filter((name) => e[name] === undefined)
    return unset.length < group.length
      ? unset.map((name) => `${name}: falta, as outras do grupo existem`)
      : []
  })
}

function missingInProduction(e: z.infer<typeof environment>): string[] {
  const required = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'ENCRYPTION_KEY',
    ...(usesMercadoPago(e) ? (['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'] as const) : []),
    'SMTP_URL',
  ] as const
  const secure = ['PUBLIC_URL', 'MERCADOPAGO_BASE_URL', 'API_PIX_BASE_URL', 'API_PIX_TOKEN_URL'] as const
  return [
    ...required.filter((name) => e[name] === undefined).map((name) => `${name}: obrigatória em produção`),
    ...secure.filter((name) => e[name]?.startsWith('http:')).map((name) => `${name}: em produção só https`),
    ...(e.MERCADOPAGO_ACCESS_TOKEN === simulatorAccessToken
      ? ['MERCADOPAGO_ACCESS_TOKEN: a do simulador não vale em produção']
      : []),
    ...(e.MERCADOPAGO_WEBHOOK_SECRET === simulatorWebhookSecret
      ? ['MERCADOPAGO_WEBHOOK_SECRET: a do simulador não vale em produção']
      : []),
    ...fictitiousCompanyVariables(e).map((name) => `${name}: ainda é a identidade fictícia`),
  ]
}

/** True for a text that is not a URL: another check reports it. */
function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { pathname, search, hash } = new URL(url)
  return pathname === '/' && search === '' && hash === ''
}
