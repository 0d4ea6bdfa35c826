import { type DocumentView, fileExtensions } from '../../../modules/documents/public.ts'
import type { PersonType } from '../../../modules/registrations/public.ts'
import { documentsCopy as copy } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DocumentRows } from './document-rows.tsx'

interface DocumentsSectionProps {
  documents: readonly DocumentView[]
  /** The person type of new documents. */
  tipo: PersonType
  /** The document whose removal is to be confirmed. */
  removing: DocumentView | undefined
}

/** Uploads, lists and removes documents. A plain form; the script uploads file by file and retries. */
export function DocumentsSection({ documents, tipo, removing }: DocumentsSectionProps) {
  return (
    <section className="grid gap-5 border-t border-line pt-10" aria-labelledby="documentos">
      <div className="grid gap-2">
        <h2 className="text-h3" id="documentos">
          {copy.title}
        </h2>
        <p className="note">
          {copy.lead} {copy.leadPrivate}
        </p>
      </div>
      {removing && <RemoveDialog document={removing} tipo={tipo} />}
      <form
        className="form"
        method="post"
        action={paths.documents({ tipo })}
        encType="multipart/form-data"
        data-upload
      >
        <Field
          type="file"
          name="documentos"
          id="documentos-arquivos"
          label={copy.field}
          accept={fileExtensions.map((extension) => `.${extension.toLowerCase()}`).join(',')}
          multiple
        />
        <div>
          <Button tone="quiet" className="max-sm:w-full" busyLabel={copy.busy}>
            {copy.submit}
          </Button>
        </div>
        <ul className="grid gap-4" data-upload-list hidden />
        <p className="sr-only" role="status" data-upload-status />
        <template>
          <li className="grid gap-1">
            <span className="font-semibold wrap-anywhere" data-upload-name />
            <span className="progress">
              <progress max={100} value={0} />
              <span className="num" data-upload-percent />
            </span>
            <span className="note" data-upload-state />
            <button
              type="button"
              className="btn btn-quiet btn-small justify-self-start"
              data-upload-retry
              hidden
            >
              {copy.retry}
            </button>
          </li>
        </template>
      </form>
      <DocumentRows documents={documents} removable />
    </section>
  )
}

function RemoveDialog({ document: { id, name }, tipo }: { document: DocumentView; tipo: PersonType }) {
  const back = paths.account({ aba: 'cadastro', tipo }, 'documentos')
  return (
    <Dialog id="remover" title={copy.removeTitle} lead={copy.removeText(name)} closeHref={back} open>
      <form className="actions" method="post" action={paths.removeDocument(id, { tipo })}>
        <Button tone="destructive" busyLabel={copy.removeBusy}>
          {copy.remove}
        </Button>
        <LinkButton tone="quiet" href={back} data-dialog-close>
          {copy.cancel}
        </LinkButton>
      </form>
    </Dialog>
  )
}
