import { type SubmitEvent, useContext, useEffect, useRef } from 'react'
import { type DocumentRequest, type DocumentView, fileExtensions } from '../../../modules/documents/public.ts'
import type { PersonType } from '../../../modules/registrations/public.ts'
import { documentsCopy as copy } from '../../copy/documents.ts'
import { PageLink, usePage } from '../../hydration/page.tsx'
import { useHydrated } from '../../hydration/use-hydrated.ts'
import { paths } from '../../paths.ts'
import { AccountContext } from '../../ui/account-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DocumentRequests } from './document-requests.tsx'
import { DocumentRows } from './document-rows.tsx'
import { UploadRows } from './upload-rows.tsx'
import { useUploads } from './use-uploads.ts'

interface DocumentsSectionProps {
  documents: readonly DocumentView[]
  /** Documents that the team asks for. */
  requests: readonly DocumentRequest[]
  /** The person type of new documents. */
  tipo: PersonType
  /** The document whose removal is to be confirmed. */
  removing: DocumentView | undefined
}

const field = 'documentos'

/**
 * Uploads, lists and removes documents. Works as a plain form; React uploads each file as soon as it is chosen, and takes a
 * removed document off the list before the server has removed it, restoring it if that fails.
 */
export function DocumentsSection({ documents, requests, tipo, removing }: DocumentsSectionProps) {
  const hydrated = useHydrated()
  const { sending, refresh } = usePage()
  const url = paths.documents({ tipo, conta: useContext(AccountContext) })
  const { uploads, add, retry } = useUploads({ url, field, refresh })
  const onTheirWayOut = sending.map(({ action }) => action.split('?', 1)[0])
  const stored = documents.filter(({ id }) => !onTheirWayOut.includes(paths.removeDocument(id)))
  const input = useRef<HTMLInputElement>(null)
  const addChosen = () => {
    const { current } = input
    if (!current?.files?.length) return
    add([...current.files])
    current.value = ''
  }
  // Adds the files that were chosen before React started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(addChosen, [])
  return (
    <section className="grid gap-5 border-t border-line pt-10" aria-labelledby="documentos">
      <div className="grid gap-2">
        <h2 className="text-h3" id="documentos" tabIndex={-1}>
          {copy.title}
        </h2>
        <p className="note">
          {copy.lead} {copy.leadPrivate}
        </p>
      </div>
      {removing && <RemoveDialog key={removing.id} document={removing} tipo={tipo} />}
      <DocumentRequests {...{ requests, documents, tipo }} />
      <form className="form" method="post" action={url} encType="multipart/form-data">
        <Field
          type="file"
          name={field}
          id="documentos-arquivos"
          label={copy.field}
          accept={fileExtensions.map((extension) => `.${extension.toLowerCase()}`).join(',')}
          multiple
          ref={input}
          onChange={addChosen}
        />
        {!hydrated && (
          <div>
            <Button tone="quiet" className="max-sm:w-full" busyLabel={copy.busy}>
              {copy.submit}
            </Button>
          </div>
        )}
        <p className="sr-only" role="status">
          {uploads.filter(({ state }) => state === 'kept').map(({ file }) => `${file.name}: ${copy.sent}`)}
        </p>
      </form>
      <DocumentRows documents={stored} removable>
        {uploads.length > 0 && <UploadRows uploads={uploads} onRetry={retry} />}
      </DocumentRows>
    </section>
  )
}

function RemoveDialog({ document: { id, name }, tipo }: { document: DocumentView; tipo: PersonType }) {
  const back = paths.account({ aba: 'cadastro', tipo }, 'documentos')
  const { go, send } = usePage()
  const removal = paths.removeDocument(id, { tipo })
  const remove = (event: SubmitEvent) => {
    event.preventDefault()
    void send(removal, new FormData())
    go(back)
    // The link that opened the dialog leaves the list with its document, so the focus moves to the heading.
    requestAnimationFrame(() => document.getElementById('documentos')?.focus())
  }
  return (
    <Dialog id="remover" title={copy.removeTitle} lead={copy.removeText(name)} closeHref={back} open>
      <form className="actions" method="post" action={removal} onSubmit={remove}>
        <Button tone="destructive">{copy.remove}</Button>
        <PageLink className="btn btn-quiet" href={back}>
          {copy.cancel}
        </PageLink>
      </form>
    </Dialog>
  )
}
