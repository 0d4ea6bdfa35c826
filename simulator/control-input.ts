import { type HttpRequest, readFields } from './http.ts'
import { centavosOf } from './money.ts'
import { type AddCause, checkUrl } from './validation.ts'

/** Optional fields of a control request; each control uses those that it needs. */
export interface ControlInput {
  /** In centavos. */
  amount: number | undefined
  /** Any text, including unknown statuses. */
  status: string | undefined
  detail: string | undefined
  externalReference: string | null
  notificationUrl: string | null
}

/** Reads a JSON body or a form, with amounts in reais. Returns an error message for invalid input. */
export function readControlInput(request: HttpRequest): ControlInput | string {
  const fields = readFields(request)
  if (fields === undefined) return 'the body is neither a JSON object nor a form'
  let error: string | undefined
  const addCause: AddCause = (_, description) => {
    error ??= description
  }
  const input: ControlInput = {
    amount: amountOf(fields.amount, addCause),
    status: textOf(fields.status, 'status', addCause),
    detail: textOf(fields.status_detail, 'status_detail', addCause),
    externalReference: textOf(fields.external_reference, 'external_reference', addCause) ?? null,
    notificationUrl: checkUrl(fields.notification_url, 'notification_url', addCause),
  }
  return error ?? input
}

/** Reads an amount: a number, or text from a form with a decimal comma or point. */
function amountOf(value: unknown, addCause: AddCause): number | undefined {
  if (value === undefined || value === null) return undefined
  const centavos = centavosOf(typeof value === 'string' ? Number(value.replace(',', '.')) : value)
  if (centavos === undefined) addCause(400, 'amount must be in reais: positive, with at most two decimals')
  return centavos
}

/** Reads a text. Less strict than the provider's own validation: payments from other systems may contain any text. */
function textOf(value: unknown, field: string, addCause: AddCause): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length >= 1 && value.length <= 256) return value
  addCause(400, `${field} must be a text of 1 to 256 characters`)
  return undefined
}
