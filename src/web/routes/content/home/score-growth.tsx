import { serviceClaims, serviceOf } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { paths } from '../../../paths.ts'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.score

/** What the service 'Rating de Crédito' does; nothing while it is hidden. */
export function ScoreGrowth() {
  if (serviceOf('credit-rating').hidden) return null
  const claim = serviceClaims('credit-rating')[0]
  return (
    <Section>
      <div className="pair">
        <div>
          <h2>{copy.title}</h2>
          <p className="lead mt-4">{copy.lead}</p>
          {claim && (
            <p className="claim">
              <b>{claim.value}</b> {claim.text}
            </p>
          )}
          <p className="mt-4">
            <a className="link-action" href={paths.service('credit-rating')}>
              {copy.link}
            </a>
          </p>
        </div>
        <Climb />
      </div>
    </Section>
  )
}

/** A rising line over the landscape. The sun marks 'hoje', not the highest point. */
function Climb() {
  const [today, corrected, higher] = copy.marks
  return (
    <svg className="climb" viewBox="0 0 520 300" role="img" aria-label={copy.drawing}>
      <path className="fill-sunk" d="M0 248C90 240 130 206 210 186s150-26 208-88c34-34 66-42 102-46v248H0z" />
      <path className="fill-hill" d="M0 276c140-18 240 4 330-28s140-40 190-44v96H0z" />
      <path
        className="stroke-mata"
        d="M64 239C110 232 150 200 222 183"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        className="stroke-edge"
        d="M222 183c90-18 150-24 214-98"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <path className="fill-sol" d="M40 240a24 24 0 0 1 48 0z" />
      <path className="stroke-mata" d="M32 246h64" strokeWidth="5" strokeLinecap="round" />
      <circle className="fill-surface stroke-mata" cx="222" cy="183" r="9" strokeWidth="4" />
      <circle className="fill-surface stroke-edge" cx="436" cy="85" r="9" strokeWidth="4" />
      <text x="64" y="205" textAnchor="middle">
        {today}
      </text>
      <text x="222" y="158" textAnchor="middle">
        {corrected}
      </text>
      <text x="436" y="60" textAnchor="middle">
        {higher}
      </text>
    </svg>
  )
}
