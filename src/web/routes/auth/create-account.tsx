import { redirect } from 'react-router'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { createAccountCopy as copy } from '../../copy/auth.ts'
import { createAccountSchema } from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/create-account.ts'
import { CreateAccountForm } from './create-account-form.tsx'
import { AuthFrame } from './frame.tsx'
import { invalidFields, retryAfterHeaders } from './responses.server.ts'
import { signUpResponse } from './sign-up-response.server.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.createAccount() })

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(viewerContext)) return redirect(paths.home())
  return { demo: context.get(appContext).config.demo }
}

export async function action({ context }: Route.ActionArgs) {
  const intent = 'create-account'
  const { identity } = context.get(appContext)
  const form = context.get(formContext)
  const parsed = parseForm(createAccountSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const { email, senha: password, nome, telefone, documento, tipoConta } = parsed.value
  const created = await identity.signUp({
    email,
    password,
    profile: { nome, telefone, documento, tipoConta },
    ip: context.get(requestContext).ip,
  })
  return signUpResponse(context, { intent, form, passwordField: 'senha', created })
}

export const headers: Route.HeadersFunction = retryAfterHeaders

export default function CreateAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthFrame title={copy.title} subtitle={copy.subtitle} demo={loaderData.demo}>
      <CreateAccountForm failure={actionData} />
    </AuthFrame>
  )
}
