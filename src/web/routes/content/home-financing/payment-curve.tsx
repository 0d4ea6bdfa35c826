import { formatBRL } from '../../../../core/money.ts'
import { homeFinancingCopy } from '../../../copy/home-financing.ts'
import type { Comparison } from './simulation.ts'

const copy = homeFinancingCopy.calculator
const [width, height] = [640, 240]

/** Line chart of each system's payment by month. */
export function PaymentCurve({ comparisons }: { comparisons: readonly Comparison[] }) {
  const months = Math.max(...comparisons.map(({ rows }) => rows.length))
  const highest = Math.max(...comparisons.flatMap(({ rows }) => rows.map(({ payment }) => payment)))
  const x = (month: number) => ((month - 1) / Math.max(1, months - 1)) * width
  const y = (payment: number) => height - (payment / highest) * (height - 12)
  return (
    <figure className="curve">
      <figcaption className="field-label">{copy.curve}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={comparisons
          .map(({ name, first, last }) => copy.curveText(name, formatBRL(first), formatBRL(last)))
          .join('. ')}
      >
        <path className="curve-ground" d={`M0 ${height - 1}H${width}`} />
        {comparisons.map(({ id, rows }) => (
          <polyline
            key={id}
            className={`curve-line curve-${id}`}
            points={sample(
              rows.map(({ month, payment }) => `${x(month).toFixed(1)},${y(payment).toFixed(1)}`),
            )}
          />
        ))}
      </svg>
      <p className="curve-months">
        <span>{copy.month(1)}</span>
        <span>{copy.month(months)}</span>
      </p>
      <ul className="curve-key">
        {comparisons.map(({ id, name }) => (
          <li key={id} className={`curve-${id}`}>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Returns at most about 120 points: the points of 420 months would be larger than the page. */
function sample(points: readonly string[]): string {
  const step = Math.ceil(points.length / 120)
  return points.filter((_, index) => index % step === 0 || index === points.length - 1).join(' ')
}
