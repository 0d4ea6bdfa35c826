import { cnhCopy } from '../../../copy/cnh-rehabilitation.ts'

const copy = cnhCopy.road
const posts = [
  { x: 196, y: 290, rise: 28, anchor: 'start' },
  { x: 128, y: 214, rise: 34, anchor: 'end' },
  { x: 224, y: 160, rise: 30, anchor: 'start' },
  { x: 158, y: 104, rise: 24, anchor: 'end' },
] as const

/** A road to the horizon with the process steps as marker posts, nearest first. */
export function Road() {
  return (
    <svg className="drawing" viewBox="0 60 320 240" role="img" aria-label={copy.label}>
      <path className="fill-sunk" d="M0 92c50-22 96-10 150-24s110-22 170-2v234H0z" />
      <path className="fill-hill" d="M0 150c70-26 130-4 190-22s90-22 130-14v186H0z" />
      <path
        className="fill-mata-2"
        d="M28 300c28-58 206-62 196-104-8-34-96-28-96-54 0-22 56-20 56-44h8c0 28-38 26-38 46 0 22 112 18 116 62 5 50-122 50-130 94z"
      />
      <path
        className="stroke-paper"
        d="M88 298c22-56 172-50 164-100-7-40-108-32-110-56 0-20 46-20 46-42"
        fill="none"
        strokeWidth="2.5"
        strokeDasharray="10 9"
      />
      {posts.map(({ x, y, rise, anchor }, index) => (
        <g key={y}>
          <path className="stroke-mata" d={`M${x} ${y}v-${rise}`} strokeWidth="3.5" strokeLinecap="round" />
          <circle className="fill-surface stroke-mata" cx={x} cy={y - rise} r="8" strokeWidth="3.5" />
          <text
            className="fill-ink"
            x={anchor === 'start' ? x + 15 : x - 15}
            y={y - rise + 6}
            textAnchor={anchor}
          >
            {copy.marks[index]}
          </text>
        </g>
      ))}
    </svg>
  )
}
