import { data, redirect } from 'react-router'
import { digitsOf } from '../../../core/text.ts'
import { proofRule } from '../../../modules/consultations/public.ts'
import {
  appContext,
  type Context,
  formContext,
  requestContext,
  toastsContext,
  viewerContext,
} from '../../context.ts'
import { resultCopy as copy } from '../../copy/lookup-result.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/result.ts'
import { proofOf } from './proof.server.ts'
import { ResultView } from './result-view.tsx'

export const handle = { footer: 'lean', secretLink: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: copy.title,
    description: copy.description,
    // Never the key: it is a secret.
    path: paths.lookupResult(''),
  })

/**
 * Loads the result of a look-up, for its buyer; before that, the proof. A 404 for an unknown key. For an expired or revoked link,
 * returns only that state.
 */
export async function loader({ params: { key }, request, context }: Route.LoaderArgs) {
  const { consultations } = context.get(appContext)
  const page = await consultations.resultPage({ key })
  if (!page) throw data(null, { status: 404 })
  const { ip } = context.get(requestContext)
  const { consultationId: _, kind: __, ...shown } = page
  const base = {
    key,
    ...shown,
    isSignedIn: context.get(viewerContext) !== null,
  }
  const asked = searchOf('lookupResult', request).has('codigo')
  if (page.state !== 'live') return send({ ...base, stage: page.state })
  const opened = await consultations.openResult({ key, proof: await proofOf(context, request), ip })
  if (opened.ok) return send({ ...base, stage: 'shown' as const, result: opened.value })
  if (page.ofAccount) return send({ ...base, stage: 'account' as const })
  return send({ ...base, stage: asked ? ('code' as const) : ('prove' as const) })
}

function send<T>(value: T) {
  return data(value, { headers: privatePageHeaders })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Sends a code, checks one, requests a new link, or clears the proof. Redirects to this page. */
export async function action({ params: { key }, request, context }: Route.ActionArgs) {
  const { consultations, config } = context.get(appContext)
  const { ip } = context.get(requestContext)
  const form = context.get(formContext)
  const cookies = cookiesFor(config.session)
  const here = paths.lookupResult(key)
  switch (form.get('intent')) {
    case 'email':
    case 'whatsapp': {
      const channel = form.get('intent') === 'email' ? 'email' : 'whatsapp'
      const sent = await consultations.sendResultCode({ key, channel, ip })
      if (!sent.ok && sent.code === 'too_many') return tooMany(context)
      return redirect(sent.ok ? paths.lookupResult(key, { codigo: '1' }) : here)
    }
    case 'link': {
      const page = await consultations.resultPage({ key })
      if (!page) throw data(null, { status: 404 })
      const { consultationId } = page
      const asked = await consultations.requestResultLink({ consultationId })
      const toast: Toast = asked.ok
        ? { tone: 'success', ...copy.sent }
        : { tone: 'destructive', ...copy.refused }
      return redirectWithToast(cookies, here, toast)
    }
    case 'enter':
      await requireViewer(context, request)
      return redirect(here)
    case 'close': {
      const cleared = await clearCookie(cookies.result)
      return redirectWithToast(cookies, here, { tone: 'neutral', ...copy.shown.closed }, [cleared])
    }
    default: {
      const code = textIn(form, 'codigo')
      if (digitsOf(code).length !== proofRule.codeDigits) return data({ error: copy.code.missing }, 422)
      const checked = await consultations.checkResultCode({ key, code })
      if (checked.ok) {
        return redirect(here, { headers: { 'Set-Cookie': await cookies.result.serialize(checked.value) } })
      }
      if (checked.code === 'too_many') return tooMany(context)
      return checked.code === 'wrong_code' ? data({ error: copy.code.wrong }, 422) : redirect(here)
    }
  }
}

function tooMany(context: Context) {
  context.set(toastsContext, [{ tone: 'destructive', ...copy.tooMany }])
  return data({ error: undefined }, { status: 429 })
}

export default function Result({ loaderData, actionData }: Route.ComponentProps) {
  return <ResultView page={loaderData} error={actionData?.error} isAnswered={actionData !== undefined} />
}
