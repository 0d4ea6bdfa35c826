import { readProviderDate } from './clock.ts'
import { isCnpj, isCpf } from './documents.ts'
import { type Cause, isObject } from './http.ts'
import { centavosOf } from './money.ts'
import type { Payer } from './payments.ts'

export interface NewPayment {
  /** Centavos. */
  amount: number
  description: string | null
  externalReference: string | null
  notificationUrl: string | null
  expiresAt: Date | null
  payer: Payer
  metadata: Record<string, unknown>
}

export type Checked<T> = { ok: true; value: T } | { ok: false; causes: Cause[] }

const minuteMs = 60_000
const shortestMs = 30 * minuteMs
const longestMs = 30 * 24 * 60 * minuteMs

/** Checks the body of `POST /v1/payments`; every fault found becomes a cause. Only `pix` is taken here. */
export function checkPayment(body: Record<string, unknown>, now: Date): Checked<NewPayment> {
  const causes: Cause[] = []
  const blame = (code: number, description: string) => void causes.push({ code, description })

  const amount = centavosOf(body.transaction_amount)
  if (amount === undefined) blame(4037, 'Invalid transaction_amount: positive, at most two decimals')
  if (body.payment_method_id !== 'pix') blame(4033, 'Invalid payment_method_id: only pix is taken here')
  const expiresAt = checkExpiry(body.date_of_expiration, now, blame)
  const payer = checkPayer(body.payer, blame)
  if (payer.email === null && !causes.some(({ code }) => code === 4050)) {
    blame(4050, 'payer.email must be a valid email')
  }
  const value: NewPayment = {
    amount: amount ?? 0,
    description: checkText(body.description, 'description', blame),
    externalReference: checkReference(body.external_reference, blame),
    notificationUrl: checkUrl(body.notification_url, 'notification_url', blame),
    expiresAt,
    payer,
    metadata: checkMetadata(body.metadata, blame),
  }
  return causes.length === 0 ? { ok: true, value } : { ok: false, causes }
}

export type Blame = (code: number, description: string) => void

/** At most 64 characters of `[A-Za-z0-9_-]`. */
export function checkReference(value: unknown, blame: Blame): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)) return value
  blame(4029, 'Invalid external_reference: 1 to 64 characters of A-Z, a-z, 0-9, _ and -')
  return null
}

export function checkUrl(value: unknown, field: string, blame: Blame): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value
  blame(4020, `${field} attribute must be a valid http or https url`)
  return null
}

/** A payer may come without a document, but never with a wrong one (cause 2067). */
export function checkPayer(value: unknown, blame: Blame): Payer {
  const given = isObject(value) ? value : {}
  if (!isMissing(value) && !isObject(value)) blame(4050, 'payer must be an object')
  return {
    email: checkEmail(given.email, blame),
    first_name: checkText(given.first_name, 'payer.first_name', blame),
    last_name: checkText(given.last_name, 'payer.last_name', blame),
    identification: checkIdentification(given.identification, blame),
  }
}

export function checkMetadata(value: unknown, blame: Blame): Record<string, unknown> {
  if (isMissing(value)) return {}
  if (isObject(value)) return value
  blame(4038, 'metadata attribute must be an object')
  return {}
}

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

function checkExpiry(value: unknown, now: Date, blame: Blame): Date | null {
  if (isMissing(value)) return null
  const at = readProviderDate(value)
  if (at === undefined) {
    blame(23, 'date_of_expiration must be written as yyyy-MM-ddTHH:mm:ss.SSS-03:00')
    return null
  }
  const ahead = at.getTime() - now.getTime()
  if (ahead < shortestMs || ahead > longestMs) {
    blame(2061, 'date_of_expiration must lie between 30 minutes and 30 days ahead')
  }
  return at
}

function checkEmail(value: unknown, blame: Blame): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    return value
  blame(4050, 'payer.email must be a valid email')
  return null
}

function checkIdentification(value: unknown, blame: Blame): Payer['identification'] {
  if (isMissing(value)) return null
  const { type, number } = isObject(value) ? value : {}
  if (typeof number === 'string') {
    if (type === 'CPF' && isCpf(number)) return { type, number }
    if (type === 'CNPJ' && isCnpj(number)) return { type, number }
  }
  blame(2067, 'Invalid user identification number')
  return null
}

function checkText(value: unknown, field: string, blame: Blame): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && value.length <= 600) return value
  blame(4036, `${field} must be a text of at most 600 characters`)
  return null
}
