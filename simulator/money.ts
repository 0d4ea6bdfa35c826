/**
 * Converts an amount in reais from JSON to centavos. Returns undefined unless it is a positive number with at most two decimals.
 * Parses the shortest decimal text of the number, so that 99.9 is 9990 and never 9989.
 */
export function centavosOf(amount: unknown): number | undefined {
  if (typeof amount !== 'number' || amount <= 0) return undefined
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (parts === null) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/**
 * Returns a percentage of an amount in centavos, rounded half up. The percentage has at most four decimals. Computed in integers:
 * 0.99 % of 50 reais is exactly half a centavo, which no binary fraction represents.
 */
export function percentOf(centavos: number, percent: number): number {
  const millionths = BigInt(Math.round(percent * 10_000))
  return Number((BigInt(centavos) * millionths + 500_000n) / 1_000_000n)
}

/** Converts centavos to reais as the provider's API represents them: a JSON number. */
export const reais = (centavos: number): number => centavos / 100

/** Converts an amount in API Pix format ('99.90') to centavos. Returns undefined for anything else. */
export function centavosOfDecimal(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,10}\.\d{2}$/.test(text)
    ? Number(text.replace('.', ''))
    : undefined
}

export const decimal = (centavos: number): string => (centavos / 100).toFixed(2)
