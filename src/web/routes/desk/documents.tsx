import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { DocumentsScreen } from '../../desk/documents/documents-screen.tsx'
import { documentListNames, keyNamed } from '../../desk/list-names.ts'
import { readListPosition, writeListPosition } from '../../desk/position.ts'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 50

/** Loads the documents awaiting review, oldest first; or the decided ones, latest first. */
export const loader = deskLoader(async ({ request, app: { documents, identity, clock } }) => {
  const search = searchOf('deskDocuments', request)
  const list = keyNamed(documentListNames, search.get('ver')) ?? 'to-review'
  const after = readListPosition(search.get('depois'))
  const rows = await documents.listForTeam({ list, after, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const names = await identity.namesOf(shown.map(({ userId }) => userId))
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const at = last && (list === 'reviewed' ? (last.reviewedAt ?? last.createdAt) : last.createdAt)
  return {
    list,
    rows: shown.map(({ id, name, mediaType, size, createdAt, review, reviewedAt, dueAt, userId }) => ({
      id,
      name,
      mediaType,
      size,
      createdAt,
      review,
      reviewedAt,
      dueAt,
      person: names.get(userId) ?? '',
    })),
    next: last && at && writeListPosition({ at, id: last.id }),
    now: clock.now(),
  }
})

export default deskPage('documents', DocumentsScreen)
