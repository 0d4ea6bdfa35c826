import { data } from 'react-router'
import { formatPhone } from '../../../core/phone.ts'
import { appContext, formContext } from '../../context.ts'
import { accountCopy as copy } from '../../copy/account.ts'
import { paths } from '../../paths.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Island } from '../../ui/island.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/account.ts'
import { AccountPage } from './account-page.tsx'
import { accountActions } from './actions.server.ts'
import { companyValues, individualValues } from './values.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.lead, path: paths.account() })

/** Loads the data of all tabs. The URL selects one: `?aba=cadastro`, `?aba=trocar-senha`; 'Meus Dados' otherwise. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, registrations, documents, consultations, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const failed = (err: unknown) => {
    log.error({ err }, 'account: loading failed')
    return undefined
  }
  const [sessions, lookups, loaded] = await Promise.all([
    identity.ownSessions({ headers: request.headers }).catch(failed),
    consultations.lookupsOfAccount({ userId: viewer.id }).catch(failed),
    Promise.all([
      registrations.of({ userId: viewer.id }),
      documents.listOf({ userId: viewer.id }),
      documents.requestsOf({ userId: viewer.id }),
    ]).catch(failed),
  ])
  const phone = viewer.telefone && formatPhone(viewer.telefone)
  if (!loaded) return { sessions, lookups, phone, loaded }
  const [saved, sent, requests] = loaded
  const known = { nome: viewer.nome, documento: viewer.documento() }
  return {
    sessions,
    lookups,
    phone,
    loaded: {
      saved,
      documents: sent,
      requests,
      tipo: saved[0]?.tipoPessoa ?? (viewer.tipoConta === 'empresa' ? 'juridica' : 'fisica'),
      individual: individualValues(saved, known),
      company: companyValues(saved, known),
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = context.get(formContext)
  const intent = String(form.get('intent') ?? intentOf(form))
  if (!Object.hasOwn(accountActions, intent)) return data(null, { status: 400 })
  return accountActions[intent as keyof typeof accountActions]({ request, context, form })
}

/** Detects the form by its fields, for a request without `intent`. */
function intentOf(form: FormData): keyof typeof accountActions {
  if (form.has('currentPassword')) return 'account-password'
  if (form.has('phone')) return 'account-phone'
  return form.has('razaoSocial') || form.has('cnpj') ? 'company' : 'individual'
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <Island name="account" page={AccountPage} data={loaderData} answer={actionData} />
}
