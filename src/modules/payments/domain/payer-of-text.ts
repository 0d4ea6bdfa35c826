/** The payer, as far as the provider states it. Used for comparison, never shown as it is. */
export interface StatedPayer {
  /** CPF or CNPJ: its digits and letters. */
  document: string | undefined
  name: string | undefined
}

/** Names of the objects in which providers state the payer. */
const payerKeys: ReadonlySet<string> = new Set(['payer', 'pagador', 'devedor', 'payer_bank_info'])
const documentKeys = ['cpf', 'cnpj', 'number'] as const
const nameKeys = ['nome', 'name', 'long_name', 'account_holder_name'] as const

/**
 * Reads the payer from a provider's payload of a payment; both fields are undefined when it is not JSON or states no
 * payer.
 */
export function payerOfText(text: string): StatedPayer {
  const found: StatedPayer = { document: undefined, name: undefined }
  try {
    search(JSON.parse(text), false, found)
  } catch {
    return found
  }
  return found
}

function search(value: unknown, isPayer: boolean, found: StatedPayer): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Readonly<Record<string, unknown>>
  if (isPayer) {
    for (const key of documentKeys) found.document ??= documentIn(fields[key])
    found.name ??= nameIn([fields.first_name, fields.last_name]) ?? nameOf(fields)
  }
  for (const [key, inner] of Object.entries(fields)) search(inner, isPayer || payerKeys.has(key), found)
}

function documentIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.toUpperCase().replace(/[^0-9A-Z]/g, '') : ''
  return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(text) ? text : undefined
}

function nameOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of nameKeys) {
    const name = nameIn([fields[key]])
    if (name) return name
  }
  return undefined
}

function nameIn(parts: readonly unknown[]): string | undefined {
  const text = parts.filter((part) => typeof part === 'string').join(' ')
  return text.trim() === '' ? undefined : text.replace(/\s+/g, ' ').trim()
}
