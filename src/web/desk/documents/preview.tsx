import { type MouseEvent, useState } from 'react'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { paths } from '../../paths.ts'
import { Key } from '../key.tsx'
import type { DocumentData } from './document-screen.tsx'

/**
 * Content of a document, shown once a member requests it, which is recorded. An image is shown here without running anything; a
 * PDF is downloaded, to be opened in a separate reader.
 */
export function Preview({ data: { id, name, mediaType } }: { data: DocumentData }) {
  const [isShown, setShown] = useState(false)
  const isImage = mediaType.startsWith('image/')
  const href = paths.deskDocumentFile(id)
  const show = (event: MouseEvent) => {
    if (!isImage) return
    event.preventDefault()
    setShown(true)
  }
  return (
    <section aria-labelledby="arquivo">
      <h2 id="arquivo">{copy.preview}</h2>
      {isShown && isImage ? (
        <img className="desk-preview" src={href} alt={copy.alt(name)} />
      ) : (
        <div className="desk-do desk-sealed">
          <a
            className="btn btn-primary btn-small"
            href={href}
            data-key="v"
            aria-keyshortcuts="V"
            onClick={show}
            {...(isImage ? { target: '_blank', rel: 'noopener' } : { download: name })}
          >
            {isImage ? copy.look : copy.download} <Key>V</Key>
          </a>
          <p className="desk-hint">{copy.logged}</p>
        </div>
      )}
    </section>
  )
}
