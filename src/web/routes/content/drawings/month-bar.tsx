import { creditViabilityCopy } from '../../../copy/credit-viability.ts'

const copy = creditViabilityCopy.month
const width = 320
const fills = ['fill-ink-2', 'fill-edge'] as const

/** A month's income as one bar: commitments, the remainder, and the share of it that an instalment may take. */
export function MonthBar({ left, fits }: { left: number; fits: number }) {
  const scale = (amount: number) => (amount / copy.incomeAmount) * width
  const leftAt = width - scale(left)
  return (
    <svg
      className="month-bar"
      viewBox="0 0 320 34"
      preserveAspectRatio="none"
      role="img"
      aria-label={copy.label}
    >
      {copy.parts.map(({ name, amount }, index) => {
        const before = copy.parts.slice(0, index).reduce<number>((sum, part) => sum + part.amount, 0)
        return (
          <rect
            key={name}
            className={fills[index] ?? 'fill-edge'}
            x={scale(before)}
            width={scale(amount) - 1.5}
            height="34"
          />
        )
      })}
      <rect className="fill-leaf" x={leftAt} width={scale(left)} height="34" />
      <rect className="fill-mata" x={leftAt} width={scale(fits)} height="34" />
    </svg>
  )
}
