import { data } from 'react-router'
import { isOverloaded } from '../../../core/bounded-queue.ts'
import type { TooMany } from '../../../modules/identity/public.ts'
import { type Context, toastsContext } from '../../context.ts'
import { authFieldErrors, authToasts, tooManyAttempts } from '../../copy/auth.ts'
import { refuseForm } from '../../forms/form.server.ts'
import type { FormErrors, FormFailure } from '../../forms/form.ts'

/** Names the posted form of a page: the hidden `intent` of each. */
export type AuthIntent =
  | 'sign-in'
  | 'sign-up'
  | 'hiring-sign-up'
  | 'reset-request'
  | 'recovery'
  | 'change-password'

export interface AuthFailure extends FormFailure {
  intent: string
}

/** Returns the form again, with field messages and the submitted values (never a password). */
export function invalidFields(intent: string, { errors, values }: FormFailure) {
  return data<AuthFailure>({ intent, errors, values }, { status: 400 })
}

/** Returns the form again, with an error toast. */
export function failedForm(
  context: Context,
  {
    intent,
    form,
    title,
    text,
    errors = {},
  }: { intent: string; form: FormData; title: string; text: string; errors?: FormErrors },
) {
  notify(context, title, text)
  return data<AuthFailure>({ intent, ...refuseForm(form, errors) }, { status: 400 })
}

/** Returns the response of a form that hashes a password, or the form again as a 503 while too many others are in progress. */
export async function respondUnlessOverloaded<T>(
  context: Context,
  { intent, form }: { intent: string; form: FormData },
  answer: () => Promise<T>,
) {
  try {
    return await answer()
  } catch (error) {
    if (!isOverloaded(error)) throw error
    notify(context, authToasts.error, authToasts.overloaded)
    return data<AuthFailure>({ intent, ...refuseForm(form, {}) }, { status: 503 })
  }
}

/** Returns the form again as a 429, with a toast and a `Retry-After` header. */
export function rateLimited(
  context: Context,
  {
    intent,
    form,
    title,
    retryAt,
    now,
  }: Pick<TooMany, 'retryAt'> & {
    intent: string
    form: FormData
    title: string
    now: Date
  },
) {
  notify(context, title, tooManyAttempts(retryAt, now))
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
  return data<AuthFailure>(
    { intent, ...refuseForm(form, {}) },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  )
}

/** Passes on the `Retry-After` of `rateLimited`; used as a route's `headers` export. */
export function retryAfterHeaders({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> {
  const seconds = actionHeaders.get('Retry-After')
  return seconds === null ? {} : { 'Retry-After': seconds }
}

/** Messages for a new password that passes the form's schema but that the module refuses: most of these are easy to guess. */
export const passwordMessages = {
  password_weak: authFieldErrors.passwordClasses,
  password_common: authFieldErrors.passwordCommon,
  password_too_long: authFieldErrors.passwordLong,
} as const

function notify(context: Context, title: string, text: string): void {
  context.set(toastsContext, [{ tone: 'destructive', title, text }])
}
