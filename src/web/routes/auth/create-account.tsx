import { redirect } from 'react-router'
import { formatCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { createAccountCopy as copy } from '../../copy/auth.ts'
import { createAccountSchema } from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import type { FormValues } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { openHiringOf, openOfferOf } from '../../session/hiring-draft.server.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/create-account.ts'
import { CreateAccountForm } from './create-account-form.tsx'
import { AuthFrame } from './frame.tsx'
import { invalidFields, respondUnlessOverloaded, retryAfterHeaders } from './responses.server.ts'
import { signUpResponse } from './sign-up-response.server.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.createAccount() })

/** Loads the form. During a hiring, the fields that its dialog has collected are filled in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(viewerContext)) return redirect(paths.home())
  const { config } = context.get(appContext)
  const hiring = await openHiringOf(context, request)
  const order = await openOfferOf(context, request)
  return { demo: config.demo, order, prefill: hiring && prefillOf(hiring.draft.party) }
}

function prefillOf({ name, cpf, phone }: { name: string; cpf: string; phone: string }): FormValues {
  return { nome: name, documento: formatCpf(cpf), telefone: formatPhone(phone) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const intent = 'create-account'
  const { identity } = context.get(appContext)
  const form = context.get(formContext)
  const parsed = parseForm(createAccountSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const { email, senha: password, nome, telefone, documento, tipoConta } = parsed.value
  const hiringDraftId = (await openHiringOf(context, request))?.draft.id
  return respondUnlessOverloaded(context, { intent, form }, async () => {
    const profile = { nome, telefone, documento, tipoConta }
    const { ip } = context.get(requestContext)
    const created = await identity.signUp({ email, password, profile, hiringDraftId, ip })
    return signUpResponse(context, { intent, form, passwordField: 'senha', created })
  })
}

export const headers: Route.HeadersFunction = retryAfterHeaders

export default function CreateAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthFrame title={copy.title} subtitle={copy.subtitle} demo={loaderData.demo} order={loaderData.order}>
      <CreateAccountForm failure={actionData} prefill={loaderData.prefill} />
    </AuthFrame>
  )
}
