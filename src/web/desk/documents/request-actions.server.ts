import { requestableKinds } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { answerTo, type DeskActionKind, refused, type ScreenArgs } from '../screen.server.ts'

/**
 * Creates the actions of the forms of `AskDocument`, on a page about a customer.
 *
 * @param customerOf returns the id of the page's customer; undefined if there is none
 */
export function documentRequestActions(
  customerOf: (args: ScreenArgs) => string | undefined | Promise<string | undefined>,
): { ask: DeskActionKind; 'close-request': DeskActionKind } {
  return {
    ask: {
      right: 'document.request',
      async run({ form, member, ...args }) {
        const userId = await customerOf({ member, ...args })
        const kind = requestableKinds.find((known) => known === form.get('tipo'))
        if (!userId || !kind) return refused('not_found')
        const asked = await args.app.backoffice.requestDocument({
          ...{ userId, kind, words: String(form.get('palavras') ?? '') },
          ...{ actor: member.id, reason: copy.askReason },
        })
        return asked.ok ? { ok: true, done: copy.done.asked } : refused(asked.code, 'palavras')
      },
    },
    'close-request': {
      right: 'document.close-request',
      async run({ form, member, app }) {
        const requestId = String(form.get('pedido') ?? '')
        const closed = { requestId, actor: member.id, reason: copy.closeReason }
        return answerTo(await app.backoffice.closeDocumentRequest(closed), copy.done.closed)
      },
    },
  }
}
