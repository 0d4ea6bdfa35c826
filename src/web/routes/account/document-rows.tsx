import { formatInstant } from '../../../core/calendar.ts'
import type { DocumentView } from '../../../modules/documents/public.ts'
import { documentsCopy as copy, formatSize } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'

interface DocumentRowsProps {
  documents: readonly DocumentView[]
  /** Each row has a link to remove its document. */
  removable?: boolean
}

/** The stored documents, newest first. The upload script replaces this list after an upload. */
export function DocumentRows({ documents, removable }: DocumentRowsProps) {
  if (documents.length === 0) {
    return (
      <p className="note" id="documentos-lista">
        {copy.none}
      </p>
    )
  }
  return (
    <ul className="rows" id="documentos-lista" aria-label={copy.listTitle}>
      {documents.map(({ id, name, mediaType, size, createdAt, personType }) => (
        <li className="row" key={id}>
          <a className="font-semibold wrap-anywhere underline" href={paths.document(id)} download={name}>
            <span className="sr-only">{copy.download('')}</span>
            {name}
          </a>
          <p>
            {copy.types[mediaType]}, {formatSize(size)},{' '}
            <time dateTime={createdAt.toISOString()}>{copy.sentAt(formatInstant(createdAt))}</time>
          </p>
          {removable && (
            <a
              className="link-action row-side"
              href={paths.account({ aba: 'cadastro', tipo: personType, remover: id }, 'documentos')}
              aria-label={copy.removeNamed(name)}
            >
              {copy.remove}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
