import { scaleLinear } from '@visx/scale'
import { BarRounded } from '@visx/shape'
import { cx } from '../../ui/cx.ts'

export interface ShareRow {
  key: string
  name: string
  /** Value beside the name: '12', 'R$ 400,00'. */
  shown: string
  /** Smaller text below the bar. */
  hint?: string | undefined
  /** The parts of the bar, in order; each is at most what remains of `max`. */
  parts: readonly { value: number; tone: 'good' | 'late' | 'bad' | 'plain' }[]
}

const width = 400
const height = 12

/**
 * Rows with a bar each, whose lengths can be compared. The bars only repeat the text, so they are hidden from screen readers.
 *
 * @param max the value of a full bar
 */
export function ShareBars({ rows, max }: { rows: readonly ShareRow[]; max: number }) {
  const x = scaleLinear({ domain: [0, Math.max(1, max)], range: [0, width] })
  return (
    <ul className="desk-bars">
      {rows.map(({ key, name, shown, hint, parts }) => {
        let from = 0
        return (
          <li key={key}>
            <span className="desk-bars-words">
              <b>{name}</b>
              <span className="desk-amount">{shown}</span>
            </span>
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <rect className="desk-bars-back" width={width} height={height} rx={4} />
              {parts.map(({ value, tone }, index) => {
                const at = from
                from += value
                return (
                  value > 0 && (
                    <BarRounded
                      key={tone}
                      className={cx('desk-bars-part', `is-${tone}`)}
                      x={x(at)}
                      y={0}
                      width={Math.max(2, x(value))}
                      height={height}
                      radius={4}
                      left={index === 0}
                      right={from >= max}
                    />
                  )
                )
              })}
            </svg>
            {hint && <small>{hint}</small>}
          </li>
        )
      })}
    </ul>
  )
}
