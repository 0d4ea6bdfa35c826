import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { keyNamed, lookupListNames } from '../../desk/list-names.ts'
import { LookupsScreen } from '../../desk/lookups/lookups-screen.tsx'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 50

/**
 * Loads the paid look-ups by their promised time: those to deliver, most urgent first; or the delivered or cancelled ones.
 * Masked.
 */
export const loader = deskLoader(async ({ request, app: { consultations, clock } }) => {
  const search = searchOf('deskLookups', request)
  const list = keyNamed(lookupListNames, search.get('ver')) ?? 'open'
  const position = readListPosition(search.get('depois'))
  const rows = await consultations.listForTeam({
    list,
    after: position && { promisedAt: position.at, id: position.id },
    limit: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    list,
    rows: shown,
    next: last && writeListPosition({ at: last.promisedAt, id: last.id }),
    now: clock.now(),
  }
})

export default deskPage('lookups', LookupsScreen)
