import { providerDate, readProviderDate } from './clock.ts'
import type { Cause } from './http.ts'
import { isObject } from './http.ts'
import { centavosOf, reais } from './money.ts'
import type { Payer } from './payments.ts'
import {
  type Blame,
  type Checked,
  checkMetadata,
  checkPayer,
  checkReference,
  checkUrl,
  isMissing,
} from './validation.ts'

interface PreferenceItem {
  title: string
  quantity: number
  /** Centavos. */
  unitPrice: number
}

interface BackUrls {
  success: string | null
  failure: string | null
  pending: string | null
}

/** A card purchase on offer: one preference, however many instalments the card takes. */
export interface Preference {
  id: string
  items: PreferenceItem[]
  payer: Payer
  backUrls: BackUrls
  autoReturn: string | null
  externalReference: string | null
  notificationUrl: string | null
  metadata: Record<string, unknown>
  /** The most instalments the card may take. */
  installments: number
  expires: boolean
  expiresAt: string | null
  createdAt: string
}

export const preferenceTotal = (preference: Preference): number =>
  preference.items.reduce((total, item) => total + item.quantity * item.unitPrice, 0)

export const isExpired = (preference: Preference, now: Date): boolean =>
  preference.expires && preference.expiresAt !== null && Date.parse(preference.expiresAt) <= now.getTime()

/** Checks the body of `POST /checkout/preferences`. */
export function checkPreference(
  body: Record<string, unknown>,
  { id, now }: { id: string; now: Date },
): Checked<Preference> {
  const causes: Cause[] = []
  const blame: Blame = (code, description) => void causes.push({ code, description })
  const backUrls = checkBackUrls(body.back_urls, blame)
  const autoReturn = isMissing(body.auto_return) ? null : String(body.auto_return)
  if (autoReturn !== null && backUrls.success === null) {
    blame(4101, 'auto_return invalid: back_urls.success must be defined')
  }
  const value: Preference = {
    id,
    items: checkItems(body.items, blame),
    payer: checkPayer(body.payer, blame),
    backUrls,
    autoReturn,
    externalReference: checkReference(body.external_reference, blame),
    notificationUrl: checkUrl(body.notification_url, 'notification_url', blame),
    metadata: checkMetadata(body.metadata, blame),
    installments: checkInstallments(body.payment_methods, blame),
    expires: checkExpires(body.expires, blame),
    expiresAt: checkExpiresAt(body.expiration_date_to, blame),
    createdAt: now.toISOString(),
  }
  return causes.length === 0 ? { ok: true, value } : { ok: false, causes }
}

/** Checks the body of `PUT /checkout/preferences/{id}`: here only when it ends can be changed. */
export function checkChange(preference: Preference, body: Record<string, unknown>): Checked<Preference> {
  const causes: Cause[] = []
  const blame: Blame = (code, description) => void causes.push({ code, description })
  const { expires = preference.expires, expiration_date_to, ...others } = body
  if (Object.keys(body).length === 0 || Object.keys(others).length > 0) {
    blame(4109, 'only expires and expiration_date_to can be changed here')
  }
  const value: Preference = {
    ...preference,
    expires: checkExpires(expires, blame),
    expiresAt:
      expiration_date_to === undefined ? preference.expiresAt : checkExpiresAt(expiration_date_to, blame),
  }
  return causes.length === 0 ? { ok: true, value } : { ok: false, causes }
}

/** A preference as the provider answers it; `init_point` is a page of this simulator. */
export function preferenceView(preference: Preference, baseUrl: string) {
  const page = `${baseUrl}/checkout/${preference.id}`
  return {
    id: preference.id,
    init_point: page,
    sandbox_init_point: page,
    collector_id: 1,
    date_created: providerDate(preference.createdAt),
    items: preference.items.map((item) => ({
      title: item.title,
      quantity: item.quantity,
      unit_price: reais(item.unitPrice),
      currency_id: 'BRL',
    })),
    payer: preference.payer,
    back_urls: preference.backUrls,
    auto_return: preference.autoReturn,
    external_reference: preference.externalReference,
    notification_url: preference.notificationUrl,
    metadata: preference.metadata,
    payment_methods: { installments: preference.installments },
    expires: preference.expires,
    expiration_date_to: preference.expiresAt === null ? null : providerDate(preference.expiresAt),
  }
}

function checkExpires(value: unknown, blame: Blame): boolean {
  if (!isMissing(value) && typeof value !== 'boolean') blame(4102, 'expires must be a boolean')
  return value === true
}

function checkExpiresAt(value: unknown, blame: Blame): string | null {
  if (isMissing(value)) return null
  const at = readProviderDate(value)
  if (at === undefined) blame(23, 'expiration_date_to must be written as yyyy-MM-ddTHH:mm:ss.SSS-03:00')
  return at?.toISOString() ?? null
}

function checkItems(value: unknown, blame: Blame): PreferenceItem[] {
  if (!Array.isArray(value) || value.length === 0) {
    blame(4103, 'items needed')
    return []
  }
  return value.map((given: unknown) => {
    const item = isObject(given) ? given : {}
    const unitPrice = centavosOf(item.unit_price)
    const quantity = Number.isInteger(item.quantity) ? Number(item.quantity) : 0
    if (unitPrice === undefined) blame(4104, 'unit_price invalid: positive, at most two decimals')
    if (quantity < 1) blame(4105, 'quantity invalid: a whole number from 1')
    if (typeof item.title !== 'string' || item.title === '') blame(4106, 'title needed')
    if (!isMissing(item.currency_id) && item.currency_id !== 'BRL') blame(4107, 'currency_id invalid: BRL')
    return { title: String(item.title), quantity, unitPrice: unitPrice ?? 0 }
  })
}

function checkBackUrls(value: unknown, blame: Blame): BackUrls {
  const given = isObject(value) ? value : {}
  return {
    success: checkUrl(given.success, 'back_urls.success', blame),
    failure: checkUrl(given.failure, 'back_urls.failure', blame),
    pending: checkUrl(given.pending, 'back_urls.pending', blame),
  }
}

function checkInstallments(value: unknown, blame: Blame): number {
  const most = isObject(value) ? value.installments : undefined
  if (isMissing(most)) return 12
  if (Number.isInteger(most) && Number(most) >= 1 && Number(most) <= 36) return Number(most)
  blame(4108, 'payment_methods.installments invalid: 1 to 36')
  return 12
}
