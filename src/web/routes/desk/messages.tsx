import { formatInstant } from '../../../core/calendar.ts'
import { concealEmail } from '../../../core/email.ts'
import { concealPhone } from '../../../core/phone.ts'
import { stateOf } from '../../../modules/notifications/public.ts'
import { messagesCopy as copy } from '../../copy/desk-operation.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { keyNamed, messageListNames } from '../../desk/list-names.ts'
import { MessagesScreen } from '../../desk/messages/messages-screen.tsx'
import { shownStoppages } from '../../desk/messages/stoppages.server.ts'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 40

/** Loads the messages to customers and to the team, newest first; recipients are masked. */
export const loader = deskLoader(async ({ request, app }) => {
  const search = searchOf('deskMessages', request)
  const list = keyNamed(messageListNames, search.get('ver')) ?? 'all'
  const after = readListPosition(search.get('depois'))
  const page = await app.notifications.listMessages({
    list,
    after: after && { createdAt: after.at, id: after.id },
    limit: pageSize,
  })
  const names = await app.identity.namesOf(page.messages.flatMap(({ userId }) => userId ?? []))
  const outage = list === 'failed' ? await app.notifications.readOutage() : undefined
  return {
    stoppages: await shownStoppages(app),
    list,
    // One alone is decided like any other.
    outage:
      outage && outage.count > 1
        ? {
            count: outage.count,
            since: formatInstant(outage.since),
            atOnce: outage.atOnce,
            through: writeListPosition({ at: outage.through.createdAt, id: outage.through.id }),
          }
        : undefined,
    isFirst: after === undefined,
    next: page.next && writeListPosition({ at: page.next.createdAt, id: page.next.id }),
    messages: page.messages.map(({ id, subject, to, channel, createdAt, userId, ...sent }) => ({
      id,
      subject,
      channel,
      at: formatInstant(createdAt),
      state: stateOf(sent),
      failureCode: sent.failureCode,
      isFollowing: sent.followsId !== null,
      to: channel === 'email' ? concealEmail(to) : concealPhone(to),
      person: (userId && names.get(userId)) || '',
      isUndecided: sent.status === 'failed' && list === 'failed',
    })),
  }
})

const decide = (resend: boolean, done: string) => ({
  right: 'message.resend' as const,
  async run({ form, member, app: { backoffice } }: ScreenArgs & { form: FormData }) {
    const decided = await backoffice.decideMessage({
      messageId: textIn(form, 'id'),
      resend,
      actor: member.id,
      reason: textIn(form, 'motivo'),
    })
    return decided.ok ? { ok: true as const, done } : refused(decided.code)
  },
})

export const action = deskAction({
  resend: decide(true, copy.resent),
  'give-up': decide(false, copy.givenUp),
  'resend-after-outage': {
    right: 'message.resend',
    async run({ form, member, app: { backoffice } }) {
      const through = readListPosition(textIn(form, 'ate'))
      if (!through) return refused('unknown')
      const resent = await backoffice.resendAfterOutage({
        through: { createdAt: through.at, id: through.id },
        actor: member.id,
        reason: textIn(form, 'motivo'),
      })
      if (!resent.ok) return refused(resent.code)
      const { messageIds, left } = resent.value
      return { ok: true, done: copy.outage.resent(messageIds.length, left) }
    },
  },
})

export default deskPage('messages', MessagesScreen)
