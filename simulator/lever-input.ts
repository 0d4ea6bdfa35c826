import { type Call, readFields } from './http.ts'
import { centavosOf } from './money.ts'
import { type Blame, checkUrl } from './validation.ts'

/** What may come with a lever; each takes what it needs of it. */
export interface Given {
  /** Centavos. */
  amount: number | undefined
  /** Any text: not only a status of the provider's. */
  status: string | undefined
  detail: string | undefined
  externalReference: string | null
  notificationUrl: string | null
}

/** Reads a JSON body or a form, amounts in reais. Refuses with a sentence what cannot be meant. */
export function readGiven(call: Call): Given | string {
  const fields = readFields(call)
  if (fields === undefined) return 'the body is neither a JSON object nor a form'
  let wrong: string | undefined
  const blame: Blame = (_, description) => {
    wrong ??= description
  }
  const given: Given = {
    amount: amountOf(fields.amount, blame),
    status: textOf(fields.status, 'status', blame),
    detail: textOf(fields.status_detail, 'status_detail', blame),
    externalReference: textOf(fields.external_reference, 'external_reference', blame) ?? null,
    notificationUrl: checkUrl(fields.notification_url, 'notification_url', blame),
  }
  return wrong ?? given
}

/** A number, or a form's text with comma or point. */
function amountOf(value: unknown, blame: Blame): number | undefined {
  if (value === undefined || value === null) return undefined
  const centavos = centavosOf(typeof value === 'string' ? Number(value.replace(',', '.')) : value)
  if (centavos === undefined) blame(400, 'amount must be in reais: positive, with at most two decimals')
  return centavos
}

/** Longer and stranger than the provider lets the shop write: other sellers' money may carry anything. */
function textOf(value: unknown, field: string, blame: Blame): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length >= 1 && value.length <= 256) return value
  blame(400, `${field} must be a text of 1 to 256 characters`)
  return undefined
}
