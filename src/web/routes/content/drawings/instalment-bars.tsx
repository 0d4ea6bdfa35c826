import { contractReviewCopy } from '../../../copy/contract-review.ts'

const copy = contractReviewCopy.bars
const over = [64, 58, 53, 47, 42, 36, 31, 25, 20, 14]

/** Instalments as bars, the contestable part on top. The heights are illustrative. */
export function InstalmentBars() {
  return (
    <svg className="drawing" viewBox="0 0 320 250" role="img" aria-label={copy.label}>
      {over.map((height, index) => {
        const x = 4 + index * 32
        return (
          <g key={x}>
            <rect className="fill-mata" x={x} y="112" width="22" height="104" rx="3" />
            <rect
              className="fill-paper stroke-ink-2"
              x={x + 1}
              y={106 - height}
              width="20"
              height={height}
              rx="3"
              strokeWidth="1.5"
              strokeDasharray="3 3"
            />
          </g>
        )
      })}
      <path className="stroke-ink" d="M0 217h320" strokeWidth="2" />
      <text className="fill-ink-2" x="318" y="44" textAnchor="end">
        {copy.over}
      </text>
      <text className="fill-mata" x="2" y="242">
        {copy.due}
      </text>
    </svg>
  )
}
