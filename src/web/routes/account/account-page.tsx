import { Activity, type ReactNode } from 'react'
import { personTypes } from '../../../modules/registrations/public.ts'
import { accountCopy as copy, sessionsCopy } from '../../copy/account.ts'
import { usePage } from '../../hydration/page.tsx'
import { paths, searchOf } from '../../paths.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/account.ts'
import { RequestsCallout } from './document-requests.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { LookupsSection } from './lookups-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import { KindChoice, RegistrationForm } from './registration-form.tsx'
import { SavedData } from './saved-data.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { accountTabs, hrefOf, personTypeOf, tabOf } from './tabs.ts'

interface AccountPageProps {
  data: Route.ComponentProps['loaderData']
  /** Failure of a refused form. */
  answer: Route.ComponentProps['actionData']
}

/** The page 'Minha Conta'. Each tab keeps its typed values while another tab is open. */
export function AccountPage({ data: { loaded, lookups, phone, sessions }, answer }: AccountPageProps) {
  const { here } = usePage()
  const tab = tabOf(here)
  const tipo = personTypeOf(here) ?? loaded?.tipo ?? 'fisica'
  const removing = loaded?.documents.find(({ id }) => id === searchOf('account', here).get('remover'))
  const failed = <FailedState retryHref={hrefOf(tab)} />
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="wrap grid gap-8 pb-20">
        <Tabs
          label={copy.title}
          current={tab}
          items={accountTabs.map((aba) => ({ id: aba, label: copy.tabs[aba], href: hrefOf(aba) }))}
        />
        <Panel open={tab === 'dados'}>
          {loaded ? (
            <div className="grid gap-8">
              <RequestsCallout count={loaded.requests.length} />
              <SavedData saved={loaded.saved} documents={loaded.documents} />
              <LookupsSection lookups={lookups} />
              <section className="grid max-w-read gap-3" aria-labelledby="seus-avisos">
                <h2 className="text-h3" id="seus-avisos">
                  {copy.messages.title}
                </h2>
                <p>{copy.messages.text}</p>
                <p>
                  <a className="link-action" href={paths.messagePreferences()}>
                    {copy.messages.go}
                  </a>
                </p>
              </section>
            </div>
          ) : (
            failed
          )}
        </Panel>
        <Panel open={tab === 'cadastro'}>
          {loaded ? (
            <div className="grid max-w-read gap-12">
              <div className="grid gap-6">
                <KindChoice current={tipo} />
                {personTypes.map((type) => (
                  <Panel key={type} open={type === tipo}>
                    <RegistrationForm
                      tipo={type}
                      values={type === 'fisica' ? loaded.individual : loaded.company}
                      savedAt={loaded.saved.find(({ tipoPessoa }) => tipoPessoa === type)?.savedAt}
                      failure={answer}
                    />
                  </Panel>
                ))}
              </div>
              <PhoneForm phone={phone} failure={answer} />
              <DocumentsSection
                documents={loaded.documents}
                requests={loaded.requests}
                tipo={tipo}
                removing={removing}
              />
            </div>
          ) : (
            failed
          )}
        </Panel>
        <Panel open={tab === 'trocar-senha'}>
          <div className="grid gap-12">
            <PasswordForm failure={answer} />
            {sessions ? (
              <SessionsSection sessions={sessions} />
            ) : (
              <p className="note">{sessionsCopy.loadFailed}</p>
            )}
          </div>
        </Panel>
        <p>
          <a className="link-action" href={paths.accountPrivacy()}>
            {copy.privacy}
          </a>
        </p>
      </div>
    </>
  )
}

/** Panel of a tab. The server sends the open one; React adds the others, hidden, so that opening them takes no time. */
function Panel({ open, children }: { open: boolean; children: ReactNode }) {
  return <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
}
