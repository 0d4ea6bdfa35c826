import { formatInstant } from '../../../core/calendar.ts'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { keyNamed, requestListNames } from '../../desk/list-names.ts'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { PrivacyRequestsScreen } from '../../desk/privacy/requests-screen.tsx'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 40

/** Loads people's requests about their own data: those to be answered, oldest first, and the answered ones. */
export const loader = deskLoader(async ({ request, app: { privacy, clock } }) => {
  const search = searchOf('deskPrivacy', request)
  const list = keyNamed(requestListNames, search.get('ver')) ?? 'open'
  const after = readListPosition(search.get('depois'))
  const page = await privacy.requestsForTeam({
    list,
    after,
    limit: pageSize,
  })
  return {
    list,
    now: clock.now(),
    next: page.next && writeListPosition(page.next),
    requests: page.requests.map(({ id, kind, status, createdAt, dueAt, decidedAt }) => ({
      id,
      kind,
      status,
      dueAt,
      decidedAt: decidedAt ?? dueAt,
      requestedAt: formatInstant(createdAt),
    })),
  }
})

export default deskPage('privacyRequests', PrivacyRequestsScreen)
