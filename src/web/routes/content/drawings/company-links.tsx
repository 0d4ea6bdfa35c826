import { creditRatingCopy } from '../../../copy/credit-rating.ts'

const copy = creditRatingCopy.company

/** The company and its partners, linked to the data that the bank sees. For the dark band. */
export function CompanyLinks() {
  return (
    <svg className="drawing" viewBox="0 0 320 220" role="img" aria-label={copy.drawing}>
      <path
        className="stroke-leaf"
        d="M52 62c70 0 82 58 140 58M160 34c10 30 14 56 32 86M52 178c70 0 82-58 140-58"
        fill="none"
        strokeWidth="2.5"
      />
      <path className="stroke-white" d="M192 120h108" strokeWidth="4" strokeLinecap="round" />
      <circle className="fill-mata-2 stroke-leaf" cx="44" cy="62" r="10" strokeWidth="3" />
      <circle className="fill-mata-2 stroke-leaf" cx="44" cy="178" r="10" strokeWidth="3" />
      <circle className="fill-mata-2 stroke-white" cx="158" cy="30" r="14" strokeWidth="4" />
      <circle className="fill-white" cx="192" cy="120" r="9" />
      <text className="fill-leaf" x="44" y="42" textAnchor="middle">
        {copy.partner}
      </text>
      <text className="fill-leaf" x="44" y="212" textAnchor="middle">
        {copy.partner}
      </text>
      <text className="drawing-strong fill-white" x="184" y="38">
        {copy.cnpj}
      </text>
      <text className="fill-leaf" x="308" y="152" textAnchor="end">
        {copy.bank}
      </text>
    </svg>
  )
}
