import { data, redirect } from 'react-router'
import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { keptData } from '../../../core/kept-data.ts'
import type { OwnConsent, OwnRequest } from '../../../modules/privacy/index.server.ts'
import { isConsentPurpose, isRequestKind } from '../../../modules/privacy/public.ts'
import type { Person } from '../../../platform/personal/personal-data.ts'
import { appContext, type Context, formContext } from '../../context.ts'
import { keptWords, untilText } from '../../copy/privacy/kept-data.ts'
import { privacyInForce } from '../../copy/privacy.ts'
import { privacyCopy as copy } from '../../copy/privacy-centre.ts'
import { textIn } from '../../forms/text-in.ts'
import { searchOf } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { shownData } from './shown-data.server.ts'

/** Maximum number of records of a kind on the page to read or print; the file has all. */
const maxShown = 100

/** Loads all data about a person that the privacy centre shows. */
export async function loadCentre(
  context: Context,
  { person, request }: { person: Person; request: Request },
) {
  const { privacy, backoffice, clock } = context.get(appContext)
  const search = searchOf('ownData', request)
  const isCopy = search.has('copia')
  const isErasing = search.has('apagar')
  const { kinds, ids } = await privacy.readOwnData({ person, perKind: isCopy ? maxShown : 0 })
  const [looks, requests, consents, plan] = await Promise.all([
    backoffice.accessesTo({ ids }),
    privacy.ownRequests({ person }),
    person.userId ? privacy.ownConsents({ userId: person.userId }) : [],
    isErasing ? privacy.planErasure({ person }) : undefined,
  ])
  return {
    madeAt: formatInstant(clock.now()),
    isCopy,
    kinds: shownData(kinds),
    looks: looks.map(({ at, action, role }) => ({
      at: formatInstant(at),
      what: copy.looks.actions[action],
      who: copy.looks.roles[role] ?? copy.looks.someone,
    })),
    requests: requests.map(shownRequest),
    consents: consents.map(shownConsent),
    plan: plan && {
      blocks: plan.blocks.map((block) => copy.erase.blocks[block]),
      deleted: plan.deleted.map((kind) => keptWords[kind].name),
      kept: plan.kept.map((kind) => ({
        name: keptWords[kind].name,
        text: `${untilText(kind)} (${keptData[kind].law})`,
      })),
    },
  }
}

export type CentreData = Awaited<ReturnType<typeof loadCentre>>

function shownRequest({ id, kind, status, words, answer, createdAt, dueAt, decidedAt }: OwnRequest) {
  return {
    id,
    kind,
    status,
    words,
    answer,
    createdAt: formatInstant(createdAt),
    dueOn: formatDate(todayInSaoPaulo(dueAt)),
    decidedAt: decidedAt && formatInstant(decidedAt),
  }
}

function shownConsent({ purpose, isGiven, history }: OwnConsent) {
  return {
    purpose,
    isGiven,
    history: history.map((change) => ({ isGiven: change.isGiven, at: formatInstant(change.at) })),
  }
}

/**
 * Handles the forms of the privacy centre: a request, its cancellation, a consent. Redirects to `here`; a refusal shows the page
 * again, with the typed text.
 */
export async function actInCentre(context: Context, { person, here }: { person: Person; here: string }) {
  const { privacy, config } = context.get(appContext)
  const form = context.get(formContext)
  const cookies = cookiesFor(config.session)
  const back = ({ title, text }: { title: string; text: string }, tone: 'success' | 'neutral' = 'success') =>
    redirectWithToast(cookies, here, { tone, title, text })
  const intent = textIn(form, 'intent')
  const words = textIn(form, 'texto')
  if (intent === 'cancel') {
    const requestId = textIn(form, 'pedido')
    const cancelled = await privacy.cancelRequest({ person, requestId })
    if (!cancelled.ok) await recordMiss(context, 'privacy-request', [requestId])
    return back(cancelled.ok ? copy.requests.cancelled : copy.requests.gone, 'neutral')
  }
  if (intent === 'consent' && person.userId) {
    const purpose = textIn(form, 'finalidade')
    if (!isConsentPurpose(purpose)) return redirect(here)
    const isGiven = form.get('sim') === '1'
    await privacy.setConsent({ userId: person.userId, purpose, isGiven, version: privacyInForce() })
    return back(copy.consents.saved)
  }
  if (!isRequestKind(intent)) return redirect(here)
  if (intent === 'erasure' && form.get('entendi') === null) {
    return data({ intent, words, error: copy.erase.sureMissing }, { status: 422 })
  }
  const asked = await privacy.submitRequest({ person, kind: intent, words })
  if (asked.ok) return back(copy.requests.sent)
  return data({ intent, words, error: copy.requests.problems[asked.code] }, { status: 422 })
}

export interface CentreAnswer {
  /** The form that was refused. */
  intent: string
  words: string
  error: string
}
