import { Link } from 'react-router'
import { keysOf } from '../../../core/records.ts'
import type { ProposalList } from '../../../modules/proposals/public.ts'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/proposals.tsx'
import type { ScreenData } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { ListFilter } from '../list-filter.tsx'
import { proposalListNames } from '../list-names.ts'

type ProposalsData = ScreenData<typeof loader>

function hrefOf(list: ProposalList, depois?: string): string {
  const ver = proposalListNames[list]
  return paths.deskProposals({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of the requests for a financing proposal. */
export function ProposalsScreen({ data }: { data: ProposalsData }) {
  const mayOffer = useFrame().rights.includes('offer.send')
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      {mayOffer && (
        <p>
          <Link to={paths.deskOffers()} data-key="n">
            {copy.newOffer}
          </Link>
        </p>
      )}
      <ListFilter
        label={copy.filter}
        items={keysOf(proposalListNames).map((list) => ({
          name: copy.lists[list],
          to: hrefOf(list),
          isCurrent: list === data.list,
        }))}
      />
      {data.proposals.length === 0 && <p className="desk-hint">{copy.empty}</p>}
      <ul className="desk-lines">
        {data.proposals.map(({ id, name, vehicle, at, value }) => (
          <li key={id}>
            <span>
              <Link to={paths.deskProposal(id)} data-row>
                {name}
              </Link>
              <span className="desk-sub">{[vehicle, at].join(' · ')}</span>
            </span>
            <span className="desk-amount">{value}</span>
          </li>
        ))}
      </ul>
      <p className="desk-acts">
        {!data.isFirst && <Link to={hrefOf(data.list)}>{copy.first}</Link>}
        {data.next && <Link to={hrefOf(data.list, data.next)}>{copy.more}</Link>}
      </p>
    </div>
  )
}
