import { formatInstant } from '../../../core/calendar.ts'
import { keysOf } from '../../../core/records.ts'
import type { DocumentView } from '../../../modules/documents/public.ts'
import type { Registration } from '../../../modules/registrations/public.ts'
import { companyLabels, accountCopy as copy, individualLabels } from '../../copy/account.ts'
import { documentsCopy } from '../../copy/documents.ts'
import { PageLink } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DocumentRows } from './document-rows.tsx'
import { shownCompany, shownIndividual } from './values.ts'

type Saved = Registration & { savedAt: Date }

/** Stored registrations and documents, with their dates. */
export function SavedData({
  saved,
  documents,
}: {
  saved: readonly Saved[]
  documents: readonly DocumentView[]
}) {
  return (
    <div className="grid max-w-read gap-12">
      {saved.length === 0 && (
        <EmptyState title={copy.empty} text={copy.emptyText}>
          <LinkButton href={paths.account({ aba: 'cadastro' })}>{copy.emptyAction}</LinkButton>
        </EmptyState>
      )}
      {saved.map((one) => (
        <SavedRegistration key={one.tipoPessoa} saved={one} />
      ))}
      {(documents.length > 0 || saved.length > 0) && (
        <section className="grid gap-4" aria-labelledby="seus-documentos">
          <h2 className="text-h3" id="seus-documentos">
            {documentsCopy.title}
          </h2>
          <DocumentRows documents={documents} />
          <p>
            <PageLink className="link-action" href={paths.account({ aba: 'cadastro' }, 'documentos')}>
              {documentsCopy.manage}
            </PageLink>
          </p>
        </section>
      )}
    </div>
  )
}

function SavedRegistration({ saved }: { saved: Saved }) {
  const { tipoPessoa, savedAt } = saved
  return (
    <section className="grid gap-3" aria-labelledby={tipoPessoa}>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="text-h3" id={tipoPessoa}>
          {copy.kindTitle[tipoPessoa]}
        </h2>
        <PageLink className="link-action" href={paths.account({ aba: 'cadastro', tipo: tipoPessoa })}>
          {copy.edit}
          <span className="sr-only"> {copy.kindTitle[tipoPessoa]}</span>
        </PageLink>
      </div>
      <p className="note">
        <time dateTime={savedAt.toISOString()}>{copy.savedAt(formatInstant(savedAt))}</time>
      </p>
      <DataList items={itemsOf(saved)} />
    </section>
  )
}

function itemsOf(saved: Registration): { term: string; value: string }[] {
  return saved.tipoPessoa === 'fisica'
    ? inOrder(individualLabels, shownIndividual(saved.dados))
    : inOrder(companyLabels, shownCompany(saved.dados))
}

function inOrder<Name extends string>(labels: Record<Name, string>, shown: Record<Name, string>) {
  return keysOf(labels).map((name) => ({ term: labels[name], value: shown[name] }))
}
