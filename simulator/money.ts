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

/** Reais as the provider writes them: a JSON number. */
export const reais = (centavos: number): number => centavos / 100
