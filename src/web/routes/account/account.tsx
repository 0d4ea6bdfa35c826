import { data } from 'react-router'
import { appContext, formContext } from '../../context.ts'
import { accountCopy as copy, sessionsCopy } from '../../copy/account.ts'
import { paths, searchOf } from '../../paths.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/account.ts'
import { accountActions } from './actions.server.ts'
import { DocumentsSection } from './documents-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { SavedData } from './saved-data.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { accountTabs, hrefOf, personTypeOf, tabOf } from './tabs.ts'
import { companyValues, individualValues } from './values.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.lead, path: paths.account() })

/** The URL selects the tab: `?aba=cadastro`, `?aba=trocar-senha`; 'Meus Dados' otherwise. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, registrations, documents, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const { pathname, search } = new URL(request.url)
  const tab = tabOf(request)
  const page = { tab, here: pathname + search, loaded: undefined, sessions: undefined }
  try {
    if (tab === 'trocar-senha') {
      return { ...page, sessions: await identity.ownSessions({ headers: request.headers }) }
    }
    const [saved, sent] = await Promise.all([
      registrations.of({ userId: viewer.id }),
      documents.listOf({ userId: viewer.id }),
    ])
    const own = viewer.tipoConta === 'empresa' ? 'juridica' : 'fisica'
    return {
      ...page,
      loaded: {
        saved,
        documents: sent,
        tipo: personTypeOf(request) ?? saved[0]?.tipoPessoa ?? own,
        removing: sent.find(({ id }) => id === searchOf('account', request).get('remover')),
        individual: individualValues(saved, viewer),
        company: companyValues(saved, viewer),
      },
    }
  } catch (err) {
    log.error({ err }, 'account: loading failed')
    return page
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = context.get(formContext)
  const intent = String(form.get('intent') ?? intentOf(form))
  if (!Object.hasOwn(accountActions, intent)) return data(null, { status: 400 })
  return accountActions[intent as keyof typeof accountActions]({ request, context, form })
}

/** Detects the form by its fields, for a post without `intent`. */
function intentOf(form: FormData): keyof typeof accountActions {
  if (form.has('currentPassword')) return 'account-password'
  return form.has('razaoSocial') || form.has('cnpj') ? 'company' : 'individual'
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, here } = loaderData
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="wrap grid gap-8 pb-20">
        <Tabs
          label={copy.title}
          current={tab}
          items={accountTabs.map((aba) => ({ id: aba, label: copy.tabs[aba], href: hrefOf(aba) }))}
        />
        <View loaderData={loaderData} failure={actionData} here={here} />
      </div>
    </>
  )
}

function View({
  loaderData: { tab, loaded, sessions },
  failure,
  here,
}: {
  loaderData: Route.ComponentProps['loaderData']
  failure: Route.ComponentProps['actionData']
  here: string
}) {
  if (tab === 'trocar-senha') {
    return (
      <div className="grid gap-12">
        <PasswordForm failure={failure} />
        {sessions ? (
          <SessionsSection sessions={sessions} />
        ) : (
          <p className="note">{sessionsCopy.loadFailed}</p>
        )}
      </div>
    )
  }
  if (!loaded) return <FailedState retryHref={here} />
  const { saved, documents, tipo, removing } = loaded
  if (tab === 'dados') return <SavedData saved={saved} documents={documents} />
  return (
    <div className="grid max-w-read gap-12">
      <RegistrationForm
        tipo={tipo}
        values={tipo === 'fisica' ? loaded.individual : loaded.company}
        savedAt={saved.find(({ tipoPessoa }) => tipoPessoa === tipo)?.savedAt}
        failure={failure}
      />
      <DocumentsSection documents={documents} tipo={tipo} removing={removing} />
    </div>
  )
}
