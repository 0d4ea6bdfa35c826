import { z } from 'zod'
import { LATE_FEE_PERCENT, LATE_INTEREST_PERCENT_MONTH } from '../../core/commitments.ts'
import { HOUR, SECOND } from '../../core/durations.ts'
import { fromDecimal } from '../../core/money.ts'
import { logLevels } from '../telemetry/log-levels.ts'
import { blankIsUnset } from './blank.ts'
import { companySchema } from './company.ts'

export const processRoles = ['all', 'web', 'worker'] as const
const paymentProviders = ['mercado-pago', 'api-pix'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())
/** Parses a percentage such as '2' or '0.33' to hundredths of a percent. */
const percent = (max: number) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('0')
      .transform((text) => fromDecimal(text) ?? Number.NaN)
      .refine((hundredths) => hundredths <= max * 100, `de 0 a ${max}, com ponto: 0.33`),
  )
/** Parses a key to small letters: its fingerprint is of the text, and a key in capitals is the same key. */
const encryptionKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'use 64 dígitos hexadecimais')
  .toLowerCase()
/** Parses a comma-separated list. */
const list = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').flatMap((item) => item.trim() || []) : []),
    z.array(schema),
  )
/** Parses a web address to the spelling of browsers: scheme and host in small letters. */
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).href)
const upToAMinute = 'use segundos, de 0 a 60, com ponto: 1.5'
/** Parses a whole number. */
const whole = (min: number, max: number) => {
  const error = `use um número inteiro de ${min} a ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const port = whole(1, 65_534)
const seconds = z.coerce.number(upToAMinute).min(0, upToAMinute).max(60, upToAMinute)
const database = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'use a forma postgresql://usuário:senha@servidor/banco',
})
const digits = z.string().regex(/^\d+$/, 'use só algarismos')

/** Schema of every variable on its own. Rules about combinations of variables are in rules.ts. */
export const environment = companySchema.extend({
  NODE_ENV: optional(z.enum(['development', 'test', 'production'])),
  NODE_TLS_REJECT_UNAUTHORIZED: optional(z.string()),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PORT: z.preprocess(blankIsUnset, port.default(3000)),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  BACKUP_DIR: optional(z.string()),
  DATABASE_URL: optional(database),
  DATABASE_REPLICA_URL: optional(database),
  DATABASE_POOL: z.preprocess(blankIsUnset, whole(2, 200).default(10)),
  DATABASE_SESSIONS: z.preprocess(blankIsUnset, z.enum(['own', 'shared']).default('own')),
  STATUS_PORT: optional(port),
  PUBLIC_URL: optional(
    webAddress.refine(isOrigin, 'só a origem, sem caminho, usuário ou senha: https://www.exemplo.com.br'),
  ),
  PUBLIC_URL_OTHERS: list(webAddress),
  ROLE: z.preprocess(blankIsUnset, z.enum(processRoles).default('all')),
  SESSION_SECRET: optional(z.string().min(32)),
  SESSION_SECRET_OTHERS: list(z.string().min(32)),
  ENCRYPTION_KEY: optional(encryptionKey),
  ENCRYPTION_KEY_OTHERS: list(encryptionKey),
  METRICS_TOKEN: optional(z.string().min(16)),
  DRAIN_SECONDS: optional(seconds),
  TRUST_PROXY: optional(whole(0, 5)),
  PAYMENT_PROVIDER: z.preprocess(blankIsUnset, z.enum(paymentProviders).default('mercado-pago')),
  MERCADOPAGO_BASE_URL: optional(webAddress),
  MERCADOPAGO_ACCESS_TOKEN: optional(z.string().min(8)),
  MERCADOPAGO_WEBHOOK_SECRET: optional(z.string().min(8)),
  API_PIX_BASE_URL: optional(webAddress),
  API_PIX_TOKEN_URL: optional(webAddress),
  API_PIX_CLIENT_ID: optional(z.string()),
  API_PIX_CLIENT_SECRET: optional(z.string().min(8)),
  API_PIX_KEY: optional(z.string().min(5).max(77)),
  API_PIX_CERT_FILE: optional(z.string()),
  API_PIX_KEY_FILE: optional(z.string()),
  API_PIX_CA_FILE: optional(z.string()),
  API_PIX_WEBHOOK_SECRET: optional(z.string().min(16)),
  SEAL_CERTIFICATE_FILE: optional(z.string()),
  SEAL_PASSPHRASE: optional(z.string()),
  CLAUSE_AUDIO_DIR: optional(z.string()),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, error: 'use a forma smtp://usuário:senha@servidor:587 ou smtps://…:465' }),
  ),
  MAIL_FROM: optional(z.string().regex(/[^\s@<>]+@[^\s@<>]+/, 'use a forma "Nome" <contato@exemplo.com.br>')),
  MAIL_DKIM_SELECTOR: optional(
    z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i, 'use letras, algarismos, ponto e hífen, como no DNS'),
  ),
  S3_ENDPOINT: optional(webAddress),
  S3_BUCKET: optional(z.string().min(3)),
  S3_REGION: z.preprocess(blankIsUnset, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optional(z.string().min(3)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(8)),
  WHATSAPP_PHONE_NUMBER_ID: optional(digits),
  WHATSAPP_ACCESS_TOKEN: optional(z.string().min(8)),
  WHATSAPP_BASE_URL: optional(webAddress),
  WHATSAPP_BUSINESS_ACCOUNT_ID: optional(digits),
  WHATSAPP_APP_SECRET: optional(z.string().min(8)),
  WHATSAPP_VERIFY_TOKEN: optional(z.string().min(8)),
  MAIL_WEBHOOK_SECRET: optional(z.string().min(16)),
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(logLevels).default('info')),
  LATE_FEE_PERCENT: percent(LATE_FEE_PERCENT),
  LATE_INTEREST_PERCENT_MONTH: percent(LATE_INTEREST_PERCENT_MONTH),
  REFUND_APPROVAL_ABOVE: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('500')
      .transform((text) => (text === 'off' ? undefined : (fromDecimal(text) ?? Number.NaN)))
      .refine((amount) => amount === undefined || amount >= 0, 'reais, com ponto: 500 ou 199.90; ou off'),
  ),
  EARLY_PAYOFF: z.preprocess(blankIsUnset, z.enum(['on', 'off']).default('off')),
  RECONCILE_SECONDS: z.preprocess(blankIsUnset, whole(1, HOUR / SECOND).default(30)),
})

export type Environment = z.infer<typeof environment>

/** Checks whether a web address, as `webAddress` spells it, is an origin and nothing else. */
function isOrigin(url: string): boolean {
  return url === `${new URL(url).origin}/`
}
