import { Link } from 'react-router'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/proposals.tsx'
import type { ScreenData } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { ListFilter } from '../list-filter.tsx'

type ProposalsData = ScreenData<typeof loader>

const lists = [
  { list: 'open', ver: undefined },
  { list: 'suspected', ver: 'suspeitas' },
  { list: 'answered', ver: 'respondidas' },
] as const

/** List of the requests for a financing proposal. */
export function ProposalsScreen({ data }: { data: ProposalsData }) {
  const mayOffer = useFrame().rights.includes('offer.send')
  const ver = lists.find(({ list }) => list === data.list)?.ver
  const of = ver ? { ver } : {}
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
        items={lists.map((each) => ({
          name: copy.lists[each.list],
          to: paths.deskProposals(each.ver ? { ver: each.ver } : {}),
          isCurrent: each.list === data.list,
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
        {!data.isFirst && <Link to={paths.deskProposals(of)}>{copy.first}</Link>}
        {data.next && <Link to={paths.deskProposals({ ...of, depois: data.next })}>{copy.more}</Link>}
      </p>
    </div>
  )
}
