import { federalTaxCopy } from '../../../copy/federal-tax.ts'

const copy = federalTaxCopy.map

/** Two lines that meet, as on a metro map. For the dark band. */
export function DebtMap() {
  const [revenue, attorney, certificate] = copy.stations
  return (
    <svg className="drawing" viewBox="0 0 320 220" role="img" aria-label={copy.label}>
      <path
        className="stroke-leaf"
        d="M14 46h96c44 0 44 66 88 66h100"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        className="stroke-white"
        d="M14 178h96c44 0 44-66 88-66h100"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <circle className="fill-mata-2 stroke-leaf" cx="34" cy="46" r="10" strokeWidth="5" />
      <circle className="fill-mata-2 stroke-white" cx="34" cy="178" r="10" strokeWidth="5" />
      <circle className="fill-mata-2 stroke-white" cx="198" cy="112" r="8" strokeWidth="4" />
      <circle className="fill-white" cx="298" cy="112" r="13" />
      <text className="fill-white" x="14" y="24">
        {revenue}
      </text>
      <text className="fill-white" x="14" y="214">
        {attorney}
      </text>
      <text className="drawing-strong fill-white" x="316" y="86" textAnchor="end">
        {certificate}
      </text>
    </svg>
  )
}
