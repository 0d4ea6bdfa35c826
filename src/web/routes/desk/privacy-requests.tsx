import { formatInstant } from '../../../core/calendar.ts'
import { readPosition } from '../../../modules/backoffice/public.ts'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
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
  const list = search.get('ver') === 'respondidos' ? 'decided' : 'open'
  const after = readPosition(search.get('depois'))
  const page = await privacy.requestsForTeam({
    list,
    after: after && { at: after.dueAt, id: after.id },
    limit: pageSize,
  })
  return {
    list: list as 'open' | 'decided',
    now: clock.now(),
    next: page.next && `${page.next.at.toISOString()}~${page.next.id}`,
    requests: page.requests.map(({ id, kind, status, createdAt, dueAt, decidedAt }) => ({
      ...{ id, kind, status, dueAt, decidedAt: decidedAt ?? dueAt },
      askedAt: formatInstant(createdAt),
    })),
  }
})

export default deskPage('privacyRequests', PrivacyRequestsScreen)
