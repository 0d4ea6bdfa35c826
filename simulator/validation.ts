import { readProviderDate } from './clock.ts'
import { type Cause, isObject } from './http.ts'
import { centavosOf } from './money.ts'
import type { Payer } from './payments.ts'
import { isCnpj, isCpf } from './tax-ids.ts'

export interface NewPayment {
  /** In centavos. */
  amount: number
  description: string | null
  externalReference: string | null
  notificationUrl: string | null
  expiresAt: Date | null
  payer: Payer
  metadata: Record<string, unknown>
}

export type Validated<T> = { ok: true; value: T } | { ok: false; causes: Cause[] }

const minuteMs = 60_000
const minExpiryMs = 30 * minuteMs
const maxExpiryMs = 30 * 24 * 60 * minuteMs

/** Checks the body of `POST /v1/payments`; every error becomes a cause. Accepts `pix` only. */
export function checkPayment(body: Record<string, unknown>, now: Date): Validated<NewPayment> {
  const causes: Cause[] = []
  const addCause = (code: number, description: string) => void causes.push({ code, description })

  const amount = centavosOf(body.transaction_amount)
  if (amount === undefined) addCause(4037, 'Invalid transaction_amount: positive, at most two decimals')
  if (body.payment_method_id !== 'pix') addCause(4033, 'Invalid payment_method_id: only pix is taken here')
  const expiresAt = checkExpiry(body.date_of_expiration, now, addCause)
  const payer = checkPayer(body.payer, addCause)
  const value: NewPayment = {
    amount: amount ?? 0,
    description: checkText(body.description, 'description', addCause),
    externalReference: checkReference(body.external_reference, addCause),
    notificationUrl: checkUrl(body.notification_url, 'notification_url', addCause),
    expiresAt,
    payer,
    metadata: checkMetadata(body.metadata, addCause),
  }
  return causes.length === 0 ? { ok: true, value } : { ok: false, causes }
}

export type AddCause = (code: number, description: string) => void

/** Checks a reference: at most 64 characters of `[A-Za-z0-9_-]`. */
export function checkReference(value: unknown, addCause: AddCause): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)) return value
  addCause(4029, 'Invalid external_reference: 1 to 64 characters of A-Z, a-z, 0-9, _ and -')
  return null
}

export function checkUrl(value: unknown, field: string, addCause: AddCause): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value
  addCause(4020, `${field} attribute must be a valid http or https url`)
  return null
}

/** Checks a payer. Identification and e-mail are optional, but if present must be valid (causes 2067 and 4050). */
export function checkPayer(value: unknown, addCause: AddCause): Payer {
  const payer = isObject(value) ? value : {}
  if (!isMissing(value) && !isObject(value)) addCause(4050, 'payer must be an object')
  return {
    email: checkEmail(payer.email, addCause),
    first_name: checkText(payer.first_name, 'payer.first_name', addCause),
    last_name: checkText(payer.last_name, 'payer.last_name', addCause),
    identification: checkIdentification(payer.identification, addCause),
  }
}

export function checkMetadata(value: unknown, addCause: AddCause): Record<string, unknown> {
  if (isMissing(value)) return {}
  if (isObject(value)) return value
  addCause(4038, 'metadata attribute must be an object')
  return {}
}

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

function checkExpiry(value: unknown, now: Date, addCause: AddCause): Date | null {
  if (isMissing(value)) return null
  const at = readProviderDate(value)
  if (at === undefined) {
    addCause(23, 'date_of_expiration must be written as yyyy-MM-ddTHH:mm:ss.SSS-03:00')
    return null
  }
  const ahead = at.getTime() - now.getTime()
  if (ahead < minExpiryMs || ahead > maxExpiryMs) {
    addCause(2061, 'date_of_expiration must lie between 30 minutes and 30 days ahead')
  }
  return at
}

function checkEmail(value: unknown, addCause: AddCause): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    return value
  addCause(4050, 'payer.email must be a valid email')
  return null
}

function checkIdentification(value: unknown, addCause: AddCause): Payer['identification'] {
  if (isMissing(value)) return null
  const { type, number } = isObject(value) ? value : {}
  if (typeof number === 'string') {
    if (type === 'CPF' && isCpf(number)) return { type, number }
    if (type === 'CNPJ' && isCnpj(number)) return { type, number }
  }
  addCause(2067, 'Invalid user identification number')
  return null
}

function checkText(value: unknown, field: string, addCause: AddCause): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && value.length <= 600) return value
  addCause(4036, `${field} must be a text of at most 600 characters`)
  return null
}
