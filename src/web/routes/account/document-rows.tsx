import type { ReactNode } from 'react'
import { formatInstant } from '../../../core/calendar.ts'
import { sizeText } from '../../../core/text.ts'
import type { DocumentView } from '../../../modules/documents/public.ts'
import { documentsCopy as copy } from '../../copy/documents.ts'
import { PageLink } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'

const reviewTones = { waiting: 'neutral', accepted: 'success', rejected: 'destructive' } as const

interface DocumentRowsProps {
  documents: readonly DocumentView[]
  /** Whether each row has a link to remove its document. */
  removable?: boolean
  /** Rows before the stored ones. */
  children?: ReactNode
}

/** The stored documents, newest first. */
export function DocumentRows({ documents, removable, children }: DocumentRowsProps) {
  if (documents.length === 0 && !children) return <p className="note">{copy.none}</p>
  return (
    <ul className="rows" aria-label={copy.listTitle}>
      {children}
      {documents.map(({ id, name, mediaType, size, createdAt, personType, review, rejection }) => (
        <li className="row" key={id}>
          <a className="font-semibold wrap-anywhere underline" href={paths.document(id)} download={name}>
            <span className="sr-only">{copy.download('')}</span>
            {name}
          </a>
          <p>
            {copy.types[mediaType]}, {sizeText(size)},{' '}
            <time dateTime={createdAt.toISOString()}>{copy.sentAt(formatInstant(createdAt))}</time>
          </p>
          <p className="row-state">
            <Badge tone={reviewTones[review]}>{copy.reviews[review]}</Badge>
            {rejection && <span>{copy.because(rejection)}</span>}
          </p>
          {removable && (
            <PageLink
              className="link-action row-side"
              href={paths.account({ aba: 'cadastro', tipo: personType, remover: id }, 'documentos')}
              aria-label={copy.removeNamed(name)}
            >
              {copy.remove}
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  )
}
