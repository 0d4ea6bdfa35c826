/**
 * Centavos of an amount in reais as it comes in JSON. Refuses (undefined) what is not a positive number with at
 * most two decimals. Reads the shortest decimal text of the number, so that 99.9 is 9990 and never 9989.
 */
export function centavosOf(amount: unknown): number | undefined {
  if (typeof amount !== 'number' || amount <= 0) return undefined
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (parts === null) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/**
 * A part of an amount in centavos, half a centavo rounded up. The percentage has at most four decimals; whole
 * numbers do the work, since 0.99 % of 50 reais lies on the half and no binary fraction does.
 */
export function percentOf(centavos: number, percent: number): number {
  const millionths = BigInt(Math.round(percent * 10_000))
  return Number((BigInt(centavos) * millionths + 500_000n) / 1_000_000n)
}

/** Reais as the provider writes them: a JSON number. */
export const reais = (centavos: number): number => centavos / 100

/** Centavos of an amount as API Pix writes it: '99.90'. Refuses (undefined) anything else. */
export function centavosOfDecimal(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,10}\.\d{2}$/.test(text)
    ? Number(text.replace('.', ''))
    : undefined
}

export const decimal = (centavos: number): string => (centavos / 100).toFixed(2)
