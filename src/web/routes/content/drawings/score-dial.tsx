import { serasaScoreCopy } from '../../../copy/serasa-score.ts'

const copy = serasaScoreCopy.dial
const ticks = Array.from({ length: 41 }, (_, index) => index)
const centre = { x: 160, y: 176 }

/** The score scale as an arc, one tick per 25 points. The sun marks today. */
export function ScoreDial() {
  return (
    <svg className="drawing" viewBox="0 0 320 250" role="img" aria-label={copy.label}>
      {ticks.map((tick) => (
        <path
          key={tick}
          className={tick % 10 === 0 ? 'stroke-ink' : tick < 17 ? 'stroke-mata' : 'stroke-edge'}
          d={`M${point(tick, tick % 10 === 0 ? 118 : 126)}L${point(tick, 142)}`}
          strokeWidth={tick % 10 === 0 ? 3.5 : 2}
          strokeLinecap="round"
        />
      ))}
      <path className="fill-sunk" d="M0 200c60-30 110-22 160-24s110-10 160 14v60H0z" />
      <path className="fill-sol" d={`M116 ${centre.y}a44 44 0 0 1 88 0z`} />
      <path className="stroke-mata" d={`M92 ${centre.y}h136`} strokeWidth="6" strokeLinecap="round" />
      <text className="fill-ink-2" x="18" y="204" textAnchor="middle">
        {copy.from}
      </text>
      <text className="fill-ink-2" x="302" y="204" textAnchor="middle">
        {copy.to}
      </text>
      <text className="drawing-strong fill-ink" x="160" y="216" textAnchor="middle">
        {copy.now}
      </text>
    </svg>
  )
}

/** Returns the coordinates 'x y' of a tick at a distance from the centre; tick 0 is at the left, the last at the right. */
function point(tick: number, radius: number): string {
  const angle = Math.PI * (1 - tick / (ticks.length - 1))
  const x = centre.x + radius * Math.cos(angle)
  const y = centre.y - radius * Math.sin(angle)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
