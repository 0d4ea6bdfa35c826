import { data } from 'react-router'
import { isOverloaded } from '../../../core/bounded-queue.ts'
import type { PersonType, Registration } from '../../../modules/registrations/public.ts'
import { appContext, type Context, originOf, toastsContext } from '../../context.ts'
import { accountCopy as copy, passwordCopy, phoneCopy, sessionsCopy } from '../../copy/account.ts'
import { authToasts, tooManyAttempts } from '../../copy/auth.ts'
import { companyForm, individualForm, passwordForm, phoneForm } from '../../forms/account.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../forms/form.server.ts'
import type { FormFailure } from '../../forms/form.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { passwordMessages } from '../auth/responses.server.ts'

interface Posted {
  request: Request
  context: Context
  form: FormData
}

/** The form to show again, with its messages and submitted values. */
export interface AccountFailure extends FormFailure {
  intent: AccountIntent
}

/** Actions of the forms of /account, by the hidden `intent`; a form with fields has that name in src/web/forms/registry.ts. */
export const accountActions = {
  individual: saveIndividual,
  company: saveCompany,
  'account-password': changePassword,
  'account-phone': changePhone,
  'end-session': endSession,
  'end-other-sessions': endOtherSessions,
} satisfies Record<string, (posted: Posted) => Promise<unknown>>

export type AccountIntent = 'individual' | 'company' | 'account-password' | 'account-phone'

function saveIndividual(posted: Posted) {
  const parsed = parseForm(individualForm, posted.form)
  return save(
    posted,
    'individual',
    'fisica',
    mapped(parsed, (dados) => ({ tipoPessoa: 'fisica', dados })),
  )
}

function saveCompany(posted: Posted) {
  const parsed = parseForm(companyForm, posted.form)
  return save(
    posted,
    'company',
    'juridica',
    mapped(parsed, (dados) => ({ tipoPessoa: 'juridica', dados })),
  )
}

function mapped<T>(parsed: ParsedForm<T>, make: (value: T) => Registration): ParsedForm<Registration> {
  return parsed.ok ? { ok: true, value: make(parsed.value) } : parsed
}

async function save(
  { request, context, form }: Posted,
  intent: AccountIntent,
  tipo: PersonType,
  parsed: ParsedForm<Registration>,
) {
  const { registrations, config, log } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  if (!parsed.ok) return data<AccountFailure>({ intent, errors: parsed.errors, values: parsed.values }, 400)

  try {
    const saved = await registrations.save({ userId: viewer.id, registration: parsed.value })
    if (saved.ok) {
      return redirectWithToast(cookiesFor(config.session), paths.account({ aba: 'cadastro', tipo }), {
        tone: 'success',
        title: copy.saved,
        text: tipo === 'fisica' ? copy.savedIndividual : copy.savedCompany,
      })
    }
  } catch (err) {
    log.error({ err }, 'account: saving the registration failed')
  }
  context.set(toastsContext, [{ tone: 'destructive', title: copy.saveFailed, text: copy.saveFailedText }])
  return data<AccountFailure>({ intent, ...refuseForm(form, {}) }, 503)
}

async function changePassword({ request, context, form }: Posted) {
  const intent = 'account-password'
  const { identity, config, clock, log } = context.get(appContext)
  await requireViewer(context, request)
  const parsed = parseForm(passwordForm, form)
  if (!parsed.ok) return data<AccountFailure>({ intent, errors: parsed.errors, values: parsed.values }, 400)

  const refused = (title: string, status: number, errors = {}) => {
    context.set(toastsContext, [{ tone: 'destructive', title }])
    return data<AccountFailure>({ intent, ...refuseForm(form, errors) }, status)
  }
  try {
    const { currentPassword, newPassword } = parsed.value
    const changed = await identity.changePassword({
      ...originOf(context),
      headers: request.headers,
      currentPassword,
      newPassword,
    })
    if (changed.ok) {
      return redirectWithToast(
        cookiesFor(config.session),
        paths.account({ aba: 'trocar-senha' }),
        {
          tone: 'success',
          title: passwordCopy.changed,
        },
        [changed.value.setCookie, changed.value.deviceCookie],
      )
    }
    switch (changed.code) {
      case 'wrong_current_password':
        return refused(passwordCopy.wrongCurrent, 400, { currentPassword: passwordCopy.wrongCurrent })
      case 'too_many_attempts':
        return refused(passwordCopy.failedBecause(tooManyAttempts(changed.retryAt, clock.now())), 429)
      case 'signed_out':
        return refused(passwordCopy.failed, 400)
      default:
        return refused(passwordCopy.failedBecause(passwordMessages[changed.code]), 400, {
          newPassword: passwordMessages[changed.code],
        })
    }
  } catch (err) {
    if (isOverloaded(err)) return refused(passwordCopy.failedBecause(authToasts.overloaded), 503)
    log.error({ err }, 'account: changing the password failed')
    return refused(passwordCopy.failed, 503)
  }
}

async function changePhone({ request, context, form }: Posted) {
  const intent = 'account-phone'
  const { identity, config, clock, log } = context.get(appContext)
  await requireViewer(context, request)
  const parsed = parseForm(phoneForm, form)
  if (!parsed.ok) return data<AccountFailure>({ intent, errors: parsed.errors, values: parsed.values }, 400)

  const refused = (text: string, status: number) => {
    context.set(toastsContext, [{ tone: 'destructive', title: phoneCopy.failed, text }])
    return data<AccountFailure>({ intent, ...refuseForm(form, {}) }, status)
  }
  try {
    const { phone } = parsed.value
    const changed = await identity.changePhone({ ...originOf(context), headers: request.headers, phone })
    if (changed.ok) {
      const here = paths.account({ aba: 'cadastro' })
      return redirectWithToast(cookiesFor(config.session), here, {
        tone: 'success',
        title: phoneCopy.changed,
      })
    }
    if (changed.code === 'signed_out') return refused(phoneCopy.failedText, 400)
    return refused(tooManyAttempts(changed.retryAt, clock.now()), 429)
  } catch (err) {
    log.error({ err }, 'account: changing the telephone failed')
    return refused(phoneCopy.failedText, 503)
  }
}

async function endSession({ request, context, form }: Posted) {
  const { identity } = context.get(appContext)
  const sessionId = textIn(form, 'sessionId')
  return sessionsResponse({ request, context }, async () => {
    const ended = await identity.endOwnSession({
      ...originOf(context),
      headers: request.headers,
      sessionId,
    })
    if (!ended.ok) await recordMiss(context, 'session', [sessionId])
    return ended.ok ? sessionsCopy.ended : sessionsCopy.endedBefore
  })
}

async function endOtherSessions({ request, context }: Posted) {
  const { identity } = context.get(appContext)
  return sessionsResponse({ request, context }, async () => {
    await identity.endOtherSessions({ ...originOf(context), headers: request.headers })
    return sessionsCopy.endedOthers
  })
}

/** Ends sessions, then redirects to the list of sessions with a toast of the outcome. */
async function sessionsResponse(
  { request, context }: Omit<Posted, 'form'>,
  end: () => Promise<{ title: string; text?: string }>,
) {
  const { config, log } = context.get(appContext)
  await requireViewer(context, request)
  const here = paths.account({ aba: 'trocar-senha' }, 'aparelhos')
  try {
    return await redirectWithToast(cookiesFor(config.session), here, { tone: 'success', ...(await end()) })
  } catch (err) {
    log.error({ err }, 'account: ending sessions failed')
    return redirectWithToast(cookiesFor(config.session), here, {
      tone: 'destructive',
      ...sessionsCopy.failed,
    })
  }
}
