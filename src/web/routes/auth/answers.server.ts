import { data, type RouterContextProvider } from 'react-router'
import type { TooMany } from '../../../modules/identity/public.ts'
import { noticesContext } from '../../context.ts'
import { authFieldErrors, tooManyAttempts } from '../../copy/auth.ts'
import { refuseForm } from '../../forms/form.server.ts'
import type { FormErrors, FormFailure } from '../../forms/form.ts'

/** Which form of a page was posted: the hidden `intent` of each. */
export type AuthIntent = 'sign-in' | 'sign-up' | 'reset-request' | 'recovery' | 'change-password'

export interface AuthFailure extends FormFailure {
  intent: string
}

/** The form again, with its messages and what was typed (never a password). */
export function fieldsRefused(intent: string, { errors, values }: FormFailure) {
  return data<AuthFailure>({ intent, errors, values }, { status: 400 })
}

/** The form again, and a notice of what went wrong. */
export function refused(
  context: Readonly<RouterContextProvider>,
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

/** The form again, and when to try again. */
export function paused(
  context: Readonly<RouterContextProvider>,
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

/** A route's `headers`: lets the answer of `paused` say when to come back. */
export function retryAfter({ actionHeaders }: { actionHeaders: Headers }): HeadersInit {
  const seconds = actionHeaders.get('Retry-After')
  return seconds === null ? {} : { 'Retry-After': seconds }
}

/** What is said of a new password that passed the form but not the module: the rule is one, so seldom. */
export const passwordMessages = {
  password_weak: authFieldErrors.passwordClasses,
  password_too_long: authFieldErrors.passwordLong,
} as const

function notify(context: Readonly<RouterContextProvider>, title: string, text: string): void {
  context.set(noticesContext, [{ tone: 'destructive', title, text }])
}
