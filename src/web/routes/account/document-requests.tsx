import { useContext } from 'react'
import {
  type DocumentRequest,
  type DocumentView,
  fileExtensions,
  requestName,
  requestNames,
} from '../../../modules/documents/public.ts'
import type { PersonType } from '../../../modules/registrations/public.ts'
import { documentsCopy as copy } from '../../copy/documents.ts'
import { PageLink } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { AccountContext } from '../../ui/account-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/field.tsx'

const accept = fileExtensions.map((extension) => `.${extension.toLowerCase()}`).join(',')

/** Documents that the team asks for, each with its own form: a file sent in that form fulfils the request. */
export function DocumentRequests({
  requests,
  documents,
  tipo,
}: {
  requests: readonly DocumentRequest[]
  documents: readonly DocumentView[]
  tipo: PersonType
}) {
  const conta = useContext(AccountContext)
  return requests.map(({ id, kind, note, documentId, replaces }) => {
    const replaced = documents.find((document) => document.id === documentId)
    const inPlace = replaced && copy.inPlaceOf(replaced.name)
    const name = replaces ? requestName(replaces) : (inPlace ?? requestNames[kind])
    return (
      <section className="card grid gap-4" key={id} aria-labelledby={`pedido-${id}`}>
        <div className="grid gap-1">
          <p className="eyebrow">{copy.asked}</p>
          <h3 className="row-title wrap-anywhere" id={`pedido-${id}`}>
            {name}
          </h3>
          {replaces && inPlace && <p className="wrap-anywhere">{inPlace}</p>}
          {note && <p>{kind === 'replacement' ? copy.because(note) : note}</p>}
        </div>
        <form
          className="form"
          method="post"
          action={paths.documents({ tipo: replaced?.personType ?? tipo, pedido: id, conta })}
          encType="multipart/form-data"
        >
          <Field
            type="file"
            name="documentos"
            id={`arquivo-${id}`}
            label={copy.chooseOne}
            aria-describedby={`pedido-${id}`}
            accept={accept}
            required
          />
          <div>
            <Button className="max-sm:w-full" busyLabel={copy.busy}>
              {copy.sendIt}
            </Button>
          </div>
        </form>
      </section>
    )
  })
}

/** Callout that documents are requested, with a link to the place to send them. */
export function RequestsCallout({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Callout tone="now" title={copy.askedTitle(count)}>
      <PageLink className="link-action" href={paths.account({ aba: 'cadastro' }, 'documentos')}>
        {copy.askedLink}
      </PageLink>
    </Callout>
  )
}
