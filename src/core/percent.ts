/** 9.65 → '9,65%', 2554.59 → '2.554,59%'. Decimals are left out when there are none. */
export function formatPercent(percent: number): string {
  const [whole = '', decimals] = String(percent).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${decimals ? `${grouped},${decimals}` : grouped}%`
}
