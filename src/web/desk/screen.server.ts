import { data, redirect } from 'react-router'
import type { App } from '../../composition.ts'
import type { Outcome } from '../../core/outcome.ts'
import { keysOf } from '../../core/records.ts'
import { isGrave, type Member, may, type Right, rights } from '../../modules/team/public.ts'
import { appContext, type Context, formContext } from '../context.ts'
import { deskRefusals as refusals } from '../copy/desk-refusals.ts'
import { doorCopy } from '../copy/desk-team.ts'
import { textIn } from '../forms/text-in.ts'
import { wantsPageJson } from '../hydration/reply.server.ts'
import { paths } from '../paths.ts'
import { traitsOf } from '../routing/routing.ts'
import { cookiesFor } from '../session/cookies.server.ts'
import { memberContext } from '../session/desk.server.ts'
import { redirectWithToast } from '../session/toasts.server.ts'
import { CONFIRM_AGAIN, confirmField, type DeskAnswer, type DeskFrame, type DeskView } from './answers.ts'

/** Arguments of the loaders and actions of a route. */
export interface RouteArgs {
  request: Request
  params: Readonly<Record<string, string | undefined>>
  context: Context
  /** The pattern of the route, as in routes.ts. */
  pattern: string
}

/** Arguments of a screen's loader and actions. */
export interface ScreenArgs {
  request: Request
  params: Readonly<Record<string, string | undefined>>
  member: Member
  app: App
}

/**
 * Returns the loader of a screen. It runs for roles with the right that routes.ts declares; others get the frame with an
 * explanation.
 *
 * @param load returns the screen's data, all of which is sent to the browser; undefined when no item has the id
 */
export function deskLoader<Data>(load: (args: ScreenArgs) => Promise<Data | undefined>) {
  return async ({ request, params, context, pattern }: RouteArgs) => {
    const app = context.get(appContext)
    const member = context.get(memberContext)
    const frame = await frameOf(app, member)
    const { right } = traitsOf(pattern)
    if (!right || !may(member.role, right)) {
      app.security.record('rights-refused', { account: member.id, about: right ?? pattern })
      return data<DeskView<Data>>({ frame, problem: 'forbidden' }, { status: 403 })
    }
    const screen = await load({ request, params, member, app })
    if (screen === undefined) return data<DeskView<Data>>({ frame, problem: 'not-found' }, { status: 404 })
    return data<DeskView<Data>>({ frame, screen })
  }
}

/** A kind of action of a screen: the right that it requires, and what it does with the posted form. */
export interface DeskActionKind {
  right: Right
  run(args: ScreenArgs & { form: FormData }): Promise<DeskAnswer>
}

/**
 * Returns the action of a screen. The form's `intent` selects the kind of action; roles without its right, or without that of the
 * screen, are rejected. A browser without scripts is redirected to the page, with a toast; if the second factor is required again, the
 * page requests it together with the posted values. `kinds` is exposed for the type of what each finds, and for the test that checks
 * every role against all of them.
 */
export function deskAction<Kinds extends Readonly<Record<string, DeskActionKind>>>(kinds: Kinds) {
  const act = async ({ request, params, context, pattern }: RouteArgs) => {
    const app = context.get(appContext)
    const member = context.get(memberContext)
    const form = context.get(formContext)
    const intent = textIn(form, 'intent')
    const kind: DeskActionKind | undefined = Object.hasOwn(kinds, intent) ? kinds[intent] : undefined
    if (!kind) return answer({ ok: false, code: 'unknown_intent', message: refusals.unknown_intent })
    const refusedRight = [traitsOf(pattern).right, kind.right].find(
      (right) => right && !may(member.role, right),
    )
    if (refusedRight) {
      app.security.record('rights-refused', { account: member.id, about: refusedRight })
      return answer({ ok: false, code: 'not_staff', message: refusals.not_staff }, 403)
    }
    const { pathname, search } = new URL(request.url)
    const setCookies: string[] = []
    if (isGrave(kind.right) && !member.isFresh) {
      // The browser's script requests the code in a dialog and sends the same form again (fetch-screen.ts).
      if (wantsPageJson(request)) return redirect(paths.deskEnter({ voltar: pathname + search }))
      const confirmed = await confirm(app, member, form)
      if (!confirmed.ok) return answer(withPosted(confirmed, form))
      setCookies.push(confirmed.setCookie)
    }
    const result = await kind.run({ request, params, member, app, form })
    if (wantsPageJson(request)) return answer(result)
    if (!result.ok) return answer(withPosted(result, form), 422, setCookies)
    if ('found' in result) return answer(result, 200, setCookies)
    const toast = { tone: 'success', title: result.done } as const
    return redirectWithToast(
      cookiesFor(app.config.session),
      result.to ?? pathname + search,
      toast,
      setCookies,
    )
  }
  return Object.assign(act, { kinds })
}

function answer(result: DeskAnswer, status = result.ok ? 200 : 422, setCookies: readonly string[] = []) {
  const headers = new Headers(setCookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
  return data(result, { status, headers })
}

type Refused = Extract<DeskAnswer, { ok: false }>

/** Verifies the second factor in a form that was sent again. */
async function confirm(
  { team }: App,
  { id, deskSessionId }: Member,
  form: FormData,
): Promise<{ ok: true; setCookie: string } | Refused> {
  const code = form.get(confirmField)
  if (typeof code !== 'string') return { ok: false, code: CONFIRM_AGAIN, message: '' }
  const confirmed = await team.confirmAgain({ userId: id, deskSessionId, code: code.slice(0, 40) })
  if (confirmed.ok) return { ok: true, setCookie: confirmed.value.setCookie }
  return { ok: false, code: CONFIRM_AGAIN, message: doorCopy.refusals[confirmed.code] }
}

function withPosted(refusal: Refused, form: FormData): Refused {
  const said = [...form].filter(([name]) => name !== confirmField)
  const posted = said.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  const [file] = said.flatMap(([name, value]) => (value instanceof File && value.size > 0 ? [name] : []))
  return { ...refusal, posted, file }
}

async function frameOf({ backoffice }: App, { id, name, role }: Member): Promise<DeskFrame> {
  const { urgent, kinds } = await backoffice.countQueue({ role })
  const owned = keysOf(rights).filter((right) => may(role, right))
  return { member: { id, name, role }, rights: owned, urgent, waiting: kinds }
}

/** Returns the answer to a decision: the text `done`, or that of its value, if it was carried out, else its refusal. */
export function answerTo<Value>(
  result: Outcome<Value, string>,
  done: string | ((value: Value) => string),
): DeskAnswer {
  if (!result.ok) return refused(result.code)
  return { ok: true, done: typeof done === 'string' ? done : done(result.value) }
}

/** Returns a refusal of the back office as an answer with the words of the desk. */
export function refused(code: string, field?: string): Refused {
  const known: Readonly<Record<string, string>> = refusals
  return { ok: false, code, message: known[code] ?? refusals.unknown, field }
}
