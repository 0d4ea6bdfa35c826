import { formatInstant } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { keyNamed, proposalListNames } from '../../desk/list-names.ts'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { ProposalsScreen } from '../../desk/proposals/proposals-screen.tsx'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 40

/** Loads the requests for a proposal, newest first. */
export const loader = deskLoader(async ({ request, app: { proposals } }) => {
  const search = searchOf('deskProposals', request)
  const list = keyNamed(proposalListNames, search.get('ver')) ?? 'open'
  const after = readListPosition(search.get('depois'))
  const page = await proposals.listProposals({
    list,
    after: after && { createdAt: after.at, id: after.id },
    limit: pageSize,
  })
  return {
    list,
    isFirst: after === undefined,
    next: page.next && writeListPosition({ at: page.next.createdAt, id: page.next.id }),
    proposals: page.proposals.map(
      ({ id, name, vehicleBrand, vehicleModel, vehicleYear, vehicleValue, createdAt }) => ({
        id,
        name,
        vehicle: [vehicleBrand, vehicleModel, vehicleYear].join(' '),
        value: formatBRL(vehicleValue),
        at: formatInstant(createdAt),
      }),
    ),
  }
})

export default deskPage('proposals', ProposalsScreen)
