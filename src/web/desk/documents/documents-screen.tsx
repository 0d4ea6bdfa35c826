import { Link } from 'react-router'
import { keysOf } from '../../../core/records.ts'
import { sizeText } from '../../../core/text.ts'
import type { DocumentList } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { documentsCopy } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/documents.tsx'
import type { ScreenData } from '../answers.ts'
import { documentListNames } from '../list-names.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'
import { useNow } from '../queue/use-now.ts'
import { ReviewPill } from './review-pill.tsx'

type DocumentsData = ScreenData<typeof loader>

function hrefOf(list: DocumentList, depois?: string): string {
  const ver = documentListNames[list]
  return paths.deskDocuments({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of the documents that need a review, each with its remaining time, or of the reviewed documents. */
export function DocumentsScreen({ data }: { data: DocumentsData }) {
  const now = useNow(data.now)
  return (
    <ListScreen
      id="documentos"
      {...{ copy, hrefOf }}
      lists={keysOf(documentListNames)}
      list={data.list}
      empty={data.rows.length === 0 ? copy.empty[data.list] : undefined}
      next={data.next}
    >
      {data.rows.map((row) => (
        <DocumentLine key={row.id} row={row} now={now} isOpen={data.list === 'to-review'} />
      ))}
    </ListScreen>
  )
}

function DocumentLine({
  row,
  now,
  isOpen,
}: {
  row: DocumentsData['rows'][number]
  now: Date
  isOpen: boolean
}) {
  return (
    <Link className="desk-row is-wide" to={paths.deskDocument(row.id)} data-row>
      <RowClock dueAt={row.dueAt} closedAt={row.reviewedAt ?? row.createdAt} now={now} isOpen={isOpen} />
      <span className="desk-what">
        <b>{row.name}</b>
        <span className="desk-sub">{row.person || copy.noName}</span>
      </span>
      <span className="desk-amount">
        {documentsCopy.types[row.mediaType]}, {sizeText(row.size)}
      </span>
      <ReviewPill review={row.review} />
    </Link>
  )
}
