/** An amount of Brazilian money in whole centavos: a safe integer, never a fraction of a real. */
export type Centavos = number

/**
 * Splits `total` into `parts` amounts that add up to it exactly: the first `total mod parts`
 * amounts are one centavo larger than the others.
 */
export function allocate(total: Centavos, parts: number): Centavos[] {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not an amount in centavos: ${total}`)
  if (!Number.isSafeInteger(parts) || parts < 1) throw new RangeError(`not a number of parts: ${parts}`)
  const larger = total % parts
  const share = (total - larger) / parts
  return Array.from({ length: parts }, (_, index) => (index < larger ? share + 1 : share))
}

export function sum(amounts: readonly Centavos[]): Centavos {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** 150000 → 'R$ 1.500,00', with an ordinary space after R$ as the specification writes it. */
export function formatBRL(amount: Centavos | bigint): string {
  if (typeof amount === 'number' && !Number.isSafeInteger(amount))
    throw new RangeError(`not an amount in centavos: ${amount}`)
  const digits = amount.toString().replace('-', '').padStart(3, '0')
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${amount < 0 ? '-' : ''}R$ ${reais},${digits.slice(-2)}`
}

/** 150000 → 'R$ 1.500', 9990 → 'R$ 99,90': the centavos are left out when there are none. */
export function formatBRLShort(amount: Centavos): string {
  return formatBRL(amount).replace(/,00$/, '')
}

/**
 * 'R$ 1.500,00', '1500', '99,90' → centavos; undefined when the text is not an amount in the
 * Brazilian notation. '1.50' is refused: a dot separates thousands, never centavos.
 */
export function parseBRL(text: string): Centavos | undefined {
  const match = /^(-?)\s*(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/i.exec(text.trim())
  if (!match) return undefined
  const [, sign = '', reais = '', centavos = ''] = match
  const amount = Number(reais.replaceAll('.', '') + centavos.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return sign && amount > 0 ? -amount : amount
}

/** Centavos as the JSON number in reais that providers expect: 9990 → 99.9. */
export function toReais(amount: Centavos): number {
  return amount / 100
}

/** Centavos as a decimal text with a dot and two decimal places: 9990 → '99.90'. Throws on negative amounts. */
export function toDecimal(amount: Centavos): string {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not an amount in centavos: ${amount}`)
  const digits = amount.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** '99.90', '99.9' or '99' → centavos; undefined for anything else. */
export function fromDecimal(text: string): Centavos | undefined {
  const [, reais, centavos = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return reais === undefined ? undefined : Number(reais + centavos.padEnd(2, '0'))
}
