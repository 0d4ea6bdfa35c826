import { requestableKinds } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { textIn } from '../../forms/text-in.ts'
import { type DeskActionKind, refused, type ScreenArgs } from '../screen.server.ts'

type FormArgs = ScreenArgs & { form: FormData }

/**
 * Creates the actions of the forms of `RequestDocument`, on a page about a customer.
 *
 * @param customerOf returns the id of the page's customer; undefined if there is none
 * @param pageAfter returns the page to show afterwards; undefined for the same one
 */
export function documentRequestActions(
  customerOf: (args: FormArgs) => string | undefined,
  pageAfter: (args: FormArgs) => Promise<string | undefined> = async () => undefined,
): { ask: DeskActionKind; 'close-request': DeskActionKind } {
  return {
    ask: {
      right: 'document.request',
      async run(args) {
        const { form, member } = args
        const userId = customerOf(args)
        const kind = requestableKinds.find((known) => known === form.get('tipo'))
        if (!userId || !kind) return refused('not_found')
        const asked = await args.app.backoffice.requestDocument({
          userId,
          kind,
          words: textIn(form, 'palavras'),
          actor: member.id,
          reason: copy.requestReason,
        })
        return asked.ok
          ? { ok: true, done: copy.done.asked, to: await pageAfter(args) }
          : refused(asked.code, 'palavras')
      },
    },
    'close-request': {
      right: 'document.close-request',
      async run(args) {
        const { form, member, app } = args
        const requestId = textIn(form, 'pedido')
        const closed = { requestId, actor: member.id, reason: copy.closeReason }
        const done = await app.backoffice.closeDocumentRequest(closed)
        return done.ok ? { ok: true, done: copy.done.closed, to: await pageAfter(args) } : refused(done.code)
      },
    },
  }
}
