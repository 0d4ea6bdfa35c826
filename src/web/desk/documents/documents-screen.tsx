import { Link } from 'react-router'
import type { DocumentList } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { documentsCopy, formatSize } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/documents.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { ListFilter } from '../list-filter.tsx'
import { dayOf } from '../moment.ts'
import { timeOf } from '../queue/snooze-time.ts'
import { dueWords, timeLeft } from '../queue/time-left.ts'
import { useNow } from '../queue/use-now.ts'
import { ReviewPill } from './review-pill.tsx'

type DocumentsData = ScreenData<typeof loader>

const lists: readonly DocumentList[] = ['a-conferir', 'conferidos']

function hrefOf(list: DocumentList, depois?: string): string {
  return paths.deskDocuments({ ...(list === 'conferidos' && { ver: list }), ...(depois && { depois }) })
}

/** The documents that wait for a look, with the clock of each; or those that were decided. */
export function DocumentsScreen({ data }: { data: DocumentsData }) {
  const now = useNow(data.now)
  const { title, text } = copy.empty[data.list]
  return (
    <section className="desk-list" aria-labelledby="documentos">
      <h1 className="desk-list-title" id="documentos">
        {copy.title}
      </h1>
      <ListFilter
        label={copy.filter}
        items={lists.map((list) => ({
          name: copy.lists[list],
          to: hrefOf(list),
          isCurrent: list === data.list,
        }))}
      />
      {data.rows.length === 0 && (
        <div className="desk-empty">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      )}
      {data.rows.map((row) => (
        <DocumentLine key={row.id} row={row} now={now} isOpen={data.list === 'a-conferir'} />
      ))}
      {data.next && (
        <p className="desk-more-rows">
          <Link to={hrefOf(data.list, data.next)}>{copy.more}</Link>
        </p>
      )}
    </section>
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
  const left = row.dueAt.getTime() - now.getTime()
  const closedAt = row.reviewedAt ?? row.createdAt
  return (
    <Link className="desk-row is-wide" to={paths.deskDocument(row.id)}>
      <span className={cx('desk-left', isOpen && (left < 0 ? 'is-bad' : left < 3_600_000 && 'is-warn'))}>
        {isOpen ? timeLeft(row.dueAt, now) : dayOf(closedAt)}
        <small>{isOpen ? dueWords(row.dueAt, now) : timeOf(closedAt)}</small>
      </span>
      <span className="desk-what">
        <b>{row.name}</b>
        <span className="desk-sub">{row.person || copy.noName}</span>
      </span>
      <span className="desk-amount">
        {documentsCopy.types[row.mediaType]}, {formatSize(row.size)}
      </span>
      <ReviewPill review={row.review} />
    </Link>
  )
}
