import { STOPPED_HOURS } from '../../../core/commitments.ts'
import { HOUR } from '../../../core/durations.ts'
import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'
import { ConversationsScreen } from '../../desk/conversations/conversations-screen.tsx'
import { shownAddress } from '../../desk/conversations/shown-conversation.server.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { conversationListNames, keyNamed } from '../../desk/list-names.ts'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 40

/** Loads the senders, masked; those who wait for an answer come first, longest wait first. */
export const loader = deskLoader(async ({ request, app }) => {
  const search = searchOf('deskConversations', request)
  const list = keyNamed(conversationListNames, search.get('ver')) ?? 'open'
  const after = readListPosition(search.get('depois'))
  const page = await app.inbox.listConversations({
    list,
    after,
    limit: pageSize,
  })
  const names = await app.identity.namesOf(page.conversations.flatMap(({ userId }) => userId ?? []))
  return {
    list,
    now: app.clock.now(),
    next: page.next && writeListPosition(page.next),
    rows: page.conversations.map(({ id, channel, address, name, userId, openSince, lastInboundAt }) => ({
      id,
      channel,
      lastInboundAt,
      isOpen: openSince !== null,
      isStranger: userId === null,
      person: (userId && names.get(userId)) || name,
      address: shownAddress({ channel, address }),
      dueAt: new Date((openSince ?? lastInboundAt).getTime() + STOPPED_HOURS * HOUR),
    })),
  }
})

export default deskPage('conversations', ConversationsScreen)
