import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { DocumentScreen } from '../../desk/documents/document-screen.tsx'
import { documentRequestActions } from '../../desk/documents/request-actions.server.ts'
import { deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads a document, its decision, and the open requests to its owner. The viewer fetches its content separately. */
export const loader = deskLoader(async ({ params, app: { documents, identity, clock } }) => {
  const document = await documents.forTeam({ id: params.id ?? '' })
  if (!document) return undefined
  const { userId, ...shown } = document
  const [names, requests, all, waiting] = await Promise.all([
    identity.namesOf([userId]),
    documents.requestsOf({ userId }),
    documents.listOf({ userId }),
    documents.listForTeam({ list: 'to-review', limit: 2 }),
  ])
  return {
    ...shown,
    userId,
    person: names.get(userId) ?? '',
    requests,
    others: all
      .filter(({ id }) => id !== document.id)
      .map(({ id, name, review, createdAt }) => ({ id, name, review, createdAt })),
    nextId: waiting.find(({ id }) => id !== document.id)?.id,
    now: clock.now(),
  }
})

type Args = ScreenArgs & { form: FormData }

export const action = deskAction({
  accept: {
    right: 'document.review',
    run: (args) =>
      review(args, { decision: 'accepted', reason: copy.acceptReason, done: copy.done.accepted }),
  },
  reject: {
    right: 'document.review',
    run: (args) =>
      review(args, { decision: 'rejected', reason: copy.rejectReason, done: copy.done.rejected }),
  },
  // The requests do not depend on the document, which the customer may remove while the page is open.
  ...documentRequestActions(customerIn, async (args) =>
    (await args.app.documents.forTeam({ id: args.params.id ?? '' }))
      ? undefined
      : paths.deskCustomer(customerIn(args)),
  ),
})

function customerIn({ form }: Pick<Args, 'form'>): string {
  return textIn(form, 'cliente')
}

async function review(
  { params, form, member, app }: Args,
  { decision, reason, done }: { decision: 'accepted' | 'rejected'; reason: string; done: string },
): Promise<DeskAnswer> {
  const seenVersion = Number(form.get('versao'))
  if (!Number.isInteger(seenVersion)) return refused('not_found')
  const reviewed = await app.backoffice.reviewDocument({
    documentId: params.id ?? '',
    decision,
    seenVersion,
    words: textIn(form, 'palavras'),
    actor: member.id,
    reason,
  })
  if (reviewed.ok) return { ok: true, done }
  return refused(reviewed.code === 'not_found' ? 'document_removed' : reviewed.code, 'palavras')
}

export default deskPage('document', DocumentScreen)
