import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { cx } from '../../ui/cx.ts'

export interface Column {
  /** Unique, and sorted. */
  key: string
  /** Shown below the column, if there is room. */
  label: string
  value: number
  /** The text of the tooltip: '12/11/2026: R$ 400,00'. */
  title: string
}

/**
 * Sizes of the two drawings, one for a phone and one for wider screens, because text does not shrink with a drawing; a media
 * query shows one of them.
 */
const sizes = {
  wide: { width: 490, height: 220, left: 76, labels: 7 },
  narrow: { width: 320, height: 220, left: 64, labels: 4 },
} as const

/**
 * Column chart over time, also rendered on the server. Screen readers get its description and the table beside it.
 *
 * @param said the chart described in a sentence
 * @param none text shown instead of the chart when all values are zero
 * @param format formats a value for the scale at the left
 */
export function ColumnChart({
  columns,
  said,
  none,
  format,
}: {
  columns: readonly Column[]
  said: string
  none: string
  format: (value: number) => string
}) {
  if (columns.every(({ value }) => value === 0)) return <p className="desk-hint">{none}</p>
  return (
    <>
      {(['wide', 'narrow'] as const).map((size) => (
        <Drawing key={size} size={size} columns={columns} said={said} format={format} />
      ))}
    </>
  )
}

const bottom = 28
const top = 10

function Drawing({
  size,
  columns,
  said,
  format,
}: {
  size: keyof typeof sizes
  columns: readonly Column[]
  said: string
  format: (value: number) => string
}) {
  const { width, height, left, labels } = sizes[size]
  const floor = height - bottom
  const max = Math.max(1, ...columns.map(({ value }) => value))
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [left, width - 4], padding: 0.25 })
  const y = scaleLinear({ domain: [0, max], range: [floor, top], nice: 4 })
  const every = Math.max(1, Math.ceil(columns.length / labels))
  const named = new Map(columns.map(({ key, label }) => [key, label]))
  return (
    <svg
      className={cx('desk-chart', `is-${size}`)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={said}
    >
      <AxisLeft
        scale={y}
        left={left}
        tickValues={y.ticks(4).filter(Number.isInteger)}
        hideAxisLine
        hideTicks
        tickComponent={({ x: at, y: across, formattedValue }) => (
          <>
            <line className="desk-chart-line" x1={0} x2={width - left} y1={across} y2={across} />
            <text x={at} y={across} dx={-4} dy={4} textAnchor="end">
              {formattedValue}
            </text>
          </>
        )}
        tickFormat={(value) => format(Number(value))}
      />
      {columns.map(({ key, value, title }) => (
        <Bar
          key={key}
          className="desk-chart-bar"
          x={x(key) ?? 0}
          y={y(value)}
          width={x.bandwidth()}
          height={floor - y(value)}
          rx={Math.min(3, x.bandwidth() / 4)}
        >
          <title>{title}</title>
        </Bar>
      ))}
      <AxisBottom
        scale={x}
        top={floor}
        axisLineClassName="desk-chart-floor"
        hideTicks
        tickValues={columns.flatMap(({ key }, index) => (index % every === 0 ? [key] : []))}
        tickComponent={({ x: at, y: under, formattedValue }) => (
          <text x={at} y={under} textAnchor="middle">
            {formattedValue}
          </text>
        )}
        tickFormat={(key) => named.get(String(key)) ?? ''}
      />
    </svg>
  )
}
