import { join, resolve } from 'node:path'
import type { z } from 'zod'
import pt from 'zod/v4/locales/pt.js'
import type { Company } from '../../core/company.ts'
import { createSigner, fingerprintOf, type Signer } from '../signing.ts'
import type { LogLevel } from '../telemetry/log-levels.ts'
import { companyOf } from './company.ts'
import { type Environment, environment, type PaymentProviderName, type processRoles } from './environment.ts'
import { isHttps, isThisMachine } from './hosts.ts'
import { isDemo, isProduction, problemsOf, usesMercadoPago } from './rules.ts'
import { withSecretFiles } from './secret-files.ts'
import { simulatorAccessToken, simulatorWebhookSecret } from './simulator.ts'

export type { PaymentProviderName } from './environment.ts'

export interface Config {
  /** Whether NODE_ENV is `production`, or the credentials are real: fictitious defaults are refused. */
  production: boolean
  /** Whether payments go to the simulator; enables the /dev pages. */
  demo: boolean
  role: (typeof processRoles)[number]
  host: string
  port: number
  /** Port that serves only health and metrics; unset: they are served only beside the pages. */
  statusPort: number | undefined
  dataDir: string
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  /** A replica of it, for queries that may return older data. */
  databaseReplicaUrl: string | undefined
  /** Folder of the back-ups; unset: `backups` in the data folder. */
  backupDir: string | undefined
  databasePool: number
  /** `shared` behind a pooler that assigns each transaction to another session and does not keep named statements. */
  databaseSessions: 'own' | 'shared'
  /** Without a trailing slash. */
  publicUrl: string
  /** Earlier addresses of this shop. */
  formerPublicUrls: readonly string[]
  /** Signs cookies and links; `secure` restricts cookies to https. */
  session: { signer: Signer; secure: boolean }
  /** Keys that only decrypt values encrypted with them: the previous key, or the next one. */
  otherEncryptionKeys: readonly string[]
  /** Identifies the secret of `session` without revealing it. */
  sessionFingerprint: string
  /** 32 bytes as hex in small letters: encrypts documents and registrations at rest. */
  encryptionKey: string
  metricsToken: string | undefined
  /** Number of reverse proxies that append to X-Forwarded-For. */
  trustedProxies: number
  /** Seconds for which a process continues to serve after SIGTERM, so that proxies notice. */
  drainSeconds: number
  /** Provider for new charges. Charges of the other provider, if it is configured, are still settled there. */
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
  /** PKCS#12 file of the certificate that signs contracts, and its passphrase. */
  seal: { file: string; passphrase: string } | undefined
  /** Folder with the owner's recordings of the contract's plain-language sentences. */
  clauseAudioDir: string | undefined
  /**
   * `requireTls`: nothing is sent over an unencrypted connection, regardless of what the server offers.
   * `dkimSelector`: the selector with which the mail server signs, for npm run doctor.
   */
  smtp: { url: string; from: string; requireTls: boolean; dkimSelector: string | undefined } | undefined
  s3:
    | { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  whatsapp:
    | {
        /** With the version, without a trailing slash. */
        baseUrl: string
        phoneNumberId: string
        accessToken: string
        /** If unset, no template is read, and neither delivery reports nor answers are received. */
        notices: { businessAccountId: string; appSecret: string; verifyToken: string } | undefined
      }
    | undefined
  /** Secret that a mail server sends when it delivers an e-mail of our mailbox; unset: none is accepted. */
  mailWebhookSecret: string | undefined
  logLevel: LogLevel
  reconcileSeconds: number
  /** Centavos above which a second member of the team must approve a refund; undefined: one person is always enough. */
  approvalAbove: number | undefined
  /** Late charges and early-payment discount; rates in hundredths of a percent, 0 is off. */
  paymentTerms: { lateFee: number; lateInterest: number; earlyPayoff: boolean }
  /** As configured for the installation; the values in force are in `catalogue().company`. */
  company: Company
}

/** Secrets that a demonstration generates and keeps in its data folder. */
export interface LocalSecrets {
  session: string
  encryption: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Describes the valid values of a variable whose schema does not; Zod's own texts are European Portuguese, and name types
 * that mean nothing to an operator.
 */
const problemText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `use ao menos ${issue.minimum} caracteres`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `use no máximo ${issue.maximum} caracteres`
  if (issue.code === 'invalid_value') return `use ${issue.values.join(' ou ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'use um endereço inteiro, com https://'
  return pt().localeError(issue)
}

/**
 * Parses the environment once.
 *
 * @param localSecrets called when secrets are missing outside production
 * @throws ConfigError that names every wrong variable, one line each
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  localSecrets: (dataDir: string) => LocalSecrets,
): Config {
  const files = withSecretFiles(env)
  const parsed = environment.safeParse(files.env, { error: problemText })
  const problems = [
    ...files.problems,
    ...(parsed.success
      ? problemsOf(parsed.data)
      : // A number may be wrong in several ways, which one sentence names.
        new Set(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const e = parsed.data
  const production = isProduction(e)
  const demo = isDemo(e)

  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).origin
  const needLocal = e.SESSION_SECRET === undefined || e.ENCRYPTION_KEY === undefined
  const local = needLocal ? localSecrets(dataDir) : undefined
  return {
    production,
    demo,
    role: e.ROLE,
    host: e.HOST,
    port: e.PORT,
    statusPort: e.STATUS_PORT,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    backupDir: e.BACKUP_DIR,
    databasePool: e.DATABASE_POOL,
    databaseSessions: e.DATABASE_SESSIONS,
    publicUrl,
    formerPublicUrls: e.PUBLIC_URL_OTHERS,
    session: {
      signer: createSigner(e.SESSION_SECRET ?? local?.session ?? '', e.SESSION_SECRET_OTHERS),
      secure: isHttps(publicUrl),
    },
    sessionFingerprint: fingerprintOf(e.SESSION_SECRET ?? local?.session ?? ''),
    otherEncryptionKeys: e.ENCRYPTION_KEY_OTHERS,
    encryptionKey: e.ENCRYPTION_KEY ?? local?.encryption ?? '',
    metricsToken: e.METRICS_TOKEN,
    trustedProxies: e.TRUST_PROXY ?? 0,
    drainSeconds: e.DRAIN_SECONDS ?? ((e.TRUST_PROXY ?? 0) > 0 ? 1.5 : 0),
    paymentProvider: e.PAYMENT_PROVIDER,
    mercadoPago: usesMercadoPago(e)
      ? {
          baseUrl:
            e.MERCADOPAGO_BASE_URL?.replace(/\/+$/, '') ??
            (demo ? `http://127.0.0.1:${e.PORT + 1}` : 'https://api.mercadopago.com'),
          accessToken: e.MERCADOPAGO_ACCESS_TOKEN ?? simulatorAccessToken,
          webhookSecret: e.MERCADOPAGO_WEBHOOK_SECRET ?? simulatorWebhookSecret,
        }
      : undefined,
    apiPix: apiPixOf(e),
    seal:
      e.SEAL_CERTIFICATE_FILE && e.SEAL_PASSPHRASE
        ? { file: e.SEAL_CERTIFICATE_FILE, passphrase: e.SEAL_PASSPHRASE }
        : undefined,
    clauseAudioDir: e.CLAUSE_AUDIO_DIR,
    smtp: e.SMTP_URL
      ? {
          url: e.SMTP_URL,
          requireTls: production && !isThisMachine(new URL(e.SMTP_URL).hostname),
          from: e.MAIL_FROM ?? `"${e.COMPANY_LEGAL_NAME.replace(/["\\]/g, '')}" <${e.COMPANY_EMAIL}>`,
          dkimSelector: e.MAIL_DKIM_SELECTOR,
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
    whatsapp: whatsappOf(e),
    mailWebhookSecret: e.MAIL_WEBHOOK_SECRET,
    logLevel: e.LOG_LEVEL,
    reconcileSeconds: e.RECONCILE_SECONDS,
    approvalAbove: e.REFUND_APPROVAL_ABOVE,
    paymentTerms: {
      lateFee: e.LATE_FEE_PERCENT,
      lateInterest: e.LATE_INTEREST_PERCENT_MONTH,
      earlyPayoff: e.EARLY_PAYOFF === 'on',
    },
    company: companyOf(e),
  }
}

function whatsappOf(e: Environment): Config['whatsapp'] {
  const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_ACCESS_TOKEN: accessToken } = e
  if (!phoneNumberId || !accessToken) return undefined
  const {
    WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = e
  const hasNotices = businessAccountId && appSecret && verifyToken
  return {
    baseUrl: (e.WHATSAPP_BASE_URL ?? 'https://graph.facebook.com/v23.0').replace(/\/+$/, ''),
    phoneNumberId,
    accessToken,
    notices: hasNotices ? { businessAccountId, appSecret, verifyToken } : undefined,
  }
}

/** Returns the API Pix settings, complete or undefined: `incompleteGroups` has already refused a partial group. */
function apiPixOf(e: Environment): Config['apiPix'] {
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

/** Returns the folder of the embedded database's files. */
export function embeddedDatabaseDir(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'postgres')
}
