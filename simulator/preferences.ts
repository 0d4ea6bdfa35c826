import { providerDate, readProviderDate } from './clock.ts'
import type { Cause } from './http.ts'
import { isObject } from './http.ts'
import { centavosOf, reais } from './money.ts'
import { sellerId } from './payment-view.ts'
import type { Payer } from './payments.ts'
import {
  type AddCause,
  checkMetadata,
  checkPayer,
  checkReference,
  checkUrl,
  isMissing,
  type Validated,
} from './validation.ts'

interface PreferenceItem {
  /** The seller's own id; absent in rows of earlier versions, like the next two fields. */
  id?: string
  description?: string
  categoryId?: string
  title: string
  quantity: number
  /** In centavos. */
  unitPrice: number
}

interface BackUrls {
  success: string | null
  failure: string | null
  pending: string | null
}

/** Card checkout; the number of card instalments is chosen on its page. */
export interface Preference {
  id: string
  items: PreferenceItem[]
  payer: Payer
  backUrls: BackUrls
  autoReturn: string | null
  externalReference: string | null
  notificationUrl: string | null
  metadata: Record<string, unknown>
  /** Maximum number of card instalments. */
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
): Validated<Preference> {
  const causes: Cause[] = []
  const addCause: AddCause = (code, description) => void causes.push({ code, description })
  const backUrls = checkBackUrls(body.back_urls, addCause)
  const autoReturn = isMissing(body.auto_return) ? null : String(body.auto_return)
  if (autoReturn !== null && backUrls.success === null) {
    addCause(4101, 'auto_return invalid: back_urls.success must be defined')
  }
  const value: Preference = {
    id,
    items: checkItems(body.items, addCause),
    payer: checkPreferencePayer(body.payer, addCause),
    backUrls,
    autoReturn,
    externalReference: checkReference(body.external_reference, addCause),
    notificationUrl: checkUrl(body.notification_url, 'notification_url', addCause),
    metadata: checkMetadata(body.metadata, addCause),
    installments: checkMaxInstalments(body.payment_methods, addCause),
    expires: checkExpires(body.expires, addCause),
    expiresAt: checkExpiresAt(body.expiration_date_to, addCause),
    createdAt: now.toISOString(),
  }
  return causes.length === 0 ? { ok: true, value } : { ok: false, causes }
}

/** Checks the body of `PUT /checkout/preferences/{id}`: its fields replace those of the preference. */
export function checkPreferenceUpdate(
  preference: Preference,
  body: Record<string, unknown>,
): Validated<Preference> {
  const { id, createdAt } = preference
  return checkPreference({ ...preferenceView(preference, ''), ...body }, { id, now: new Date(createdAt) })
}

/** Returns a preference in the format of the provider; `init_point` is a page of this simulator. */
export function preferenceView(preference: Preference, baseUrl: string) {
  const page = `${baseUrl}/checkout/${preference.id}`
  return {
    id: preference.id,
    init_point: page,
    sandbox_init_point: page,
    collector_id: sellerId,
    client_id: String(sellerId),
    site_id: 'MLB',
    operation_type: 'regular_payment',
    marketplace: 'NONE',
    processing_modes: [],
    additional_info: '',
    date_created: providerDate(preference.createdAt),
    items: preference.items.map((item) => ({
      id: item.id ?? '',
      title: item.title,
      description: item.description ?? '',
      category_id: item.categoryId ?? '',
      quantity: item.quantity,
      unit_price: reais(item.unitPrice),
      currency_id: 'BRL',
    })),
    payer: {
      name: preference.payer.first_name,
      surname: preference.payer.last_name,
      email: preference.payer.email,
      identification: preference.payer.identification,
    },
    back_urls: preference.backUrls,
    auto_return: preference.autoReturn,
    external_reference: preference.externalReference,
    notification_url: preference.notificationUrl,
    metadata: preference.metadata,
    payment_methods: { installments: preference.installments },
    expires: preference.expires,
    expiration_date_from: null,
    expiration_date_to: preference.expiresAt === null ? null : providerDate(preference.expiresAt),
  }
}

/** Returns a preference in the format of `GET /checkout/preferences/search`. */
export function preferenceElement(preference: Preference) {
  const { items, payer, ...view } = preferenceView(preference, '')
  return {
    id: view.id,
    client_id: view.client_id,
    collector_id: view.collector_id,
    date_created: view.date_created,
    expires: view.expires,
    expiration_date_from: view.expiration_date_from,
    expiration_date_to: view.expiration_date_to,
    external_reference: view.external_reference,
    items: items.map(({ title }) => title),
    live_mode: false,
    marketplace: view.marketplace,
    operation_type: view.operation_type,
    payer_email: payer.email,
    processing_modes: view.processing_modes,
    site_id: view.site_id,
    ...notUsedHere,
  }
}

/** Fields of every element that the simulator leaves empty. */
const notUsedHere = {
  concept_id: null,
  corporation_id: null,
  integrator_id: null,
  last_updated: null,
  payer_id: null,
  platform_id: null,
  product_id: null,
  purpose: null,
  shipping_mode: null,
  sponsor_id: null,
}

/**
 * Checks the payer of a preference, whose names are in `name` and `surname`; in the payments that result from it, the fields are
 * the same as in any other payment.
 */
function checkPreferencePayer(value: unknown, addCause: AddCause): Payer {
  if (!isObject(value)) return checkPayer(value, addCause)
  const { name, surname, ...others } = value
  return checkPayer({ first_name: name, last_name: surname, ...others }, addCause)
}

function checkExpires(value: unknown, addCause: AddCause): boolean {
  if (!isMissing(value) && typeof value !== 'boolean') addCause(4102, 'expires must be a boolean')
  return value === true
}

function checkExpiresAt(value: unknown, addCause: AddCause): string | null {
  if (isMissing(value)) return null
  const at = readProviderDate(value)
  if (at === undefined) addCause(23, 'expiration_date_to must be written as yyyy-MM-ddTHH:mm:ss.SSS-03:00')
  return at?.toISOString() ?? null
}

function checkItems(value: unknown, addCause: AddCause): PreferenceItem[] {
  if (!Array.isArray(value) || value.length === 0) {
    addCause(4103, 'items needed')
    return []
  }
  return value.map((entry: unknown) => {
    const item = isObject(entry) ? entry : {}
    const unitPrice = centavosOf(item.unit_price)
    const quantity = Number.isInteger(item.quantity) ? Number(item.quantity) : 0
    if (unitPrice === undefined) addCause(4104, 'unit_price invalid: positive, at most two decimals')
    if (quantity < 1) addCause(4105, 'quantity invalid: a whole number from 1')
    if (typeof item.title !== 'string' || item.title === '') addCause(4106, 'title needed')
    if (!isMissing(item.currency_id) && item.currency_id !== 'BRL') addCause(4107, 'currency_id invalid: BRL')
    return {
      ...(typeof item.id === 'string' && { id: item.id }),
      ...(typeof item.description === 'string' && { description: item.description }),
      ...(typeof item.category_id === 'string' && { categoryId: item.category_id }),
      title: String(item.title),
      quantity,
      unitPrice: unitPrice ?? 0,
    }
  })
}

function checkBackUrls(value: unknown, addCause: AddCause): BackUrls {
  const urls = isObject(value) ? value : {}
  return {
    success: checkUrl(urls.success, 'back_urls.success', addCause),
    failure: checkUrl(urls.failure, 'back_urls.failure', addCause),
    pending: checkUrl(urls.pending, 'back_urls.pending', addCause),
  }
}

function checkMaxInstalments(value: unknown, addCause: AddCause): number {
  const max = isObject(value) ? value.installments : undefined
  if (isMissing(max)) return 12
  if (Number.isInteger(max) && Number(max) >= 1 && Number(max) <= 36) return Number(max)
  addCause(4108, 'payment_methods.installments invalid: 1 to 36')
  return 12
}
