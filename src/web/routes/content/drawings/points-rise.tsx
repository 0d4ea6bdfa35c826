import { creditRatingCopy } from '../../../copy/credit-rating.ts'

const copy = creditRatingCopy.points

/** Two scores and the guaranteed difference between them. For the dark band. */
export function PointsRise({ points }: { points: string }) {
  return (
    <svg className="drawing" viewBox="0 0 320 220" role="img" aria-label={copy.drawing}>
      <path className="fill-mata-3" d="M0 190c70-14 120 2 180-16s90-20 140-12v58H0z" />
      <path className="stroke-leaf" d="M12 158h296M196 52h112" strokeWidth="1.5" strokeDasharray="2 6" />
      <path
        className="stroke-white"
        d="M20 158c86-2 104-34 136-66s60-40 116-40"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle className="fill-white" cx="20" cy="158" r="7" />
      <circle className="fill-white" cx="272" cy="52" r="7" />
      <path
        className="stroke-white"
        d="M292 60v90m-6-82 6-8 6 8m-12 74 6 8 6-8"
        fill="none"
        strokeWidth="2.5"
      />
      <text className="drawing-strong fill-white" x="278" y="116" textAnchor="end">
        {points}
      </text>
      <text className="fill-leaf" x="12" y="186">
        {copy.before}
      </text>
      <text className="fill-leaf" x="272" y="34" textAnchor="middle">
        {copy.after}
      </text>
    </svg>
  )
}
