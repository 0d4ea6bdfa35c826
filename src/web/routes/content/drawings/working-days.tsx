import { trafficFinesCopy } from '../../../copy/traffic-fines.ts'

const copy = trafficFinesCopy.days
const pitch = 44

/** A calendar from Monday to Sunday with the working days counted. For the dark band. */
export function WorkingDays({ count }: { count: number }) {
  const weeks = Math.ceil(count / 5)
  const cells = Array.from({ length: weeks * 7 }, (_, index) => {
    const column = index % 7
    const day = Math.floor(index / 7) * 5 + column + 1
    return {
      x: 6 + column * pitch,
      y: 34 + Math.floor(index / 7) * pitch,
      day: column < 5 && day <= count ? day : 0,
    }
  })
  return (
    <svg
      className="drawing num"
      viewBox={`0 0 ${7 * pitch + 4} ${34 + weeks * pitch}`}
      role="img"
      aria-label={copy.label(count)}
    >
      {copy.week.map((letter, column) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed weekdays, some with the same letter
          key={column}
          className="fill-leaf"
          x={6 + column * pitch + 19}
          y="20"
          textAnchor="middle"
        >
          {letter}
        </text>
      ))}
      {cells.map(({ x, y, day }) => (
        <g key={`${x} ${y}`}>
          <rect
            className={day ? (day === count ? 'fill-white' : 'fill-mata') : 'stroke-mata'}
            x={x}
            y={y}
            width="38"
            height="38"
            rx="9"
            fill="none"
            strokeWidth="2"
          />
          {day > 0 && (
            <text
              className={day === count ? 'fill-mata-2' : 'fill-white'}
              x={x + 19}
              y={y + 25}
              textAnchor="middle"
            >
              {day}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
