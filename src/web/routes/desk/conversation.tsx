import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'
import { ConversationScreen } from '../../desk/conversations/conversation-screen.tsx'
import { shownConversation } from '../../desk/conversations/shown-conversation.server.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { memberNames } from '../../desk/member-names.server.ts'
import { deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.one)

/** Loads the conversation with one address. */
export const loader = deskLoader(async ({ params: { id = '' }, app, member }) => {
  const conversation = await app.inbox.readConversation({ id })
  if (!conversation) return undefined
  const { userId, orderId } = conversation
  const names = userId ? await app.identity.namesOf([userId]) : new Map<string, string>()
  const { claimedBy } =
    (await app.backoffice.readObligation({ kind: 'message.answer', id, role: member.role })) ?? {}
  return {
    conversation: shownConversation(conversation),
    person: (userId && names.get(userId)) || '',
    claimedBy: claimedBy && ((await memberNames(app, [claimedBy])).get(claimedBy) ?? ''),
    userId,
    orderId,
  }
})

type Args = ScreenArgs & { form: FormData }

/** Returns the conversation's id, and the version of it that the member saw. */
function about({ params, form, member }: Args) {
  const version = Number(form.get('version'))
  return {
    conversationId: params.id ?? '',
    version: Number.isInteger(version) ? version : 0,
    actor: member.id,
  }
}

export const action = deskAction({
  answer: {
    right: 'message.answer',
    async run(args) {
      const words = textIn(args.form, 'resposta')
      const { backoffice } = args.app
      const answered = await backoffice.answerConversation({
        ...about(args),
        words,
        reason: copy.answerReason,
      })
      return answered.ok ? { ok: true, done: copy.answered } : refused(answered.code, 'resposta')
    },
  },
  close: {
    right: 'message.close',
    async run(args) {
      const closed = await args.app.backoffice.closeConversation({ ...about(args), reason: copy.closeReason })
      return closed.ok ? { ok: true, done: copy.closed } : refused(closed.code)
    },
  },
})

export default deskPage('conversation', ConversationScreen)
