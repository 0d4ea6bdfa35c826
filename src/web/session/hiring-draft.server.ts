import { todayInSaoPaulo } from '../../core/calendar.ts'
import { cookieValue } from '../../core/cookie.ts'
import { findService } from '../../modules/catalogue/public.ts'
import type { OpenHiring } from '../../modules/contracting/index.server.ts'
import { type OfferInShort, offerInShort } from '../../modules/contracting/public.ts'
import { appContext, type Context, viewerContext } from '../context.ts'
import { resumeToast } from '../copy/hiring.ts'
import { paths } from '../paths.ts'
import { traitsAt } from '../routing/routing.ts'
import { cookiesFor, readCookie } from './cookies.server.ts'
import type { Toast } from './toasts.server.ts'

/*
 * A hiring in progress belongs to this browser until its user signs in, then to the account, on every device. The cookie
 * carries only the draft's id.
 */

const readings = new WeakMap<Context, Promise<OpenHiring | undefined>>()

/** Returns the hiring that waits for signature, by this browser's draft or the signed-in account. Read once per request. */
export function openHiringOf(context: Context, request: Request): Promise<OpenHiring | undefined> {
  const known = readings.get(context) ?? readOpenHiring(context, request)
  readings.set(context, known)
  return known
}

async function readOpenHiring(context: Context, request: Request): Promise<OpenHiring | undefined> {
  const viewer = context.get(viewerContext)
  const draftId = await draftIdIn(context, request)
  if (!viewer && !draftId) return undefined
  return context.get(appContext).contracting.openHiring({ draftId, viewer })
}

/** Returns a one-line summary of the open hiring, for the order thread on the pages of a hiring. */
export async function openOfferOf(context: Context, request: Request): Promise<OfferInShort | undefined> {
  const hiring = await openHiringOf(context, request)
  return hiring && inShort(hiring)
}

/** Returns a one-line summary of a draft without an owner. */
export async function draftOfferOf(context: Context, draftId: string): Promise<OfferInShort | undefined> {
  const hiring = await context.get(appContext).contracting.openHiring({ draftId, viewer: null })
  return hiring && inShort(hiring)
}

/** Returns the service page for a choice made in another browser, with its plan selected and nothing else filled in. */
export async function choicePage(context: Context, draftId: string): Promise<string | undefined> {
  const hiring = await context.get(appContext).contracting.openHiring({ draftId, viewer: null })
  const service = hiring && findService(hiring.draft.serviceId)
  if (!service) return undefined
  const { planId, variant } = hiring.draft
  return paths.service(service.id, { plano: planId, ...(variant === 'pj' && { tipo: 'pj' }) }, 'contratar')
}

/**
 * Returns the waiting hiring, for the pages where a person arrives; undefined on the pages of a hiring and if it cannot be read.
 */
export async function resumeOf(context: Context, request: Request): Promise<OfferInShort | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (!traitsAt(pathname).isArrival || searchParams.has('plano')) return undefined
  try {
    return await openOfferOf(context, request)
  } catch (err) {
    context.get(appContext).log.error({ err }, 'hiring: reading what waits failed')
    return undefined
  }
}

/**
 * Checks whether an instalment is the first one of an order as it was signed: a schedule that was accepted since has further numbers, and is
 * not what was signed.
 */
export function isFirstAsSigned(
  { orderId, number }: { orderId: string; number: number },
  signedOrderId: string | undefined,
): boolean {
  return orderId === signedOrderId && number <= 1
}

/** Returns a one-line summary of the order newly signed in this browser; undefined for the order of another user. */
export async function signedOfferOf(context: Context, request: Request): Promise<OfferInShort | undefined> {
  const { config, contracting, clock } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const order = await readCookie(request, cookiesFor(config.session).order)
  if (!viewer || order.state !== 'read') return undefined
  const signed = await contracting.partyOf({ orderId: order.value, userId: viewer.id })
  return signed && offerInShort(signed.plan, todayInSaoPaulo(clock.now()))
}

/**
 * Returns the page on which a guest in a hiring signs in: account creation, unless an account was signed in on this device
 * before.
 */
export function signInWhenHiring(context: Context, request: Request): string {
  const { deviceCookieName } = context.get(appContext).identity
  const isKnownDevice = cookieValue(request.headers.get('cookie'), deviceCookieName) !== undefined
  return isKnownDevice ? paths.auth() : paths.auth({ aba: 'criar-conta' })
}

/**
 * Assigns the hiring of this browser to the account that has signed in here.
 *
 * @param draftIds of other browsers of the same person, such as the one that signed up
 * @returns the open hiring, the cookies to set and the toasts to show
 */
export async function claimHiring(
  context: Context,
  request: Request,
  { userId, draftIds = [] }: { userId: string; draftIds?: readonly string[] },
): Promise<{ hiring: OpenHiring | undefined; setCookies: string[]; toasts: Toast[] }> {
  const { config, contracting } = context.get(appContext)
  const ofBrowser = await draftIdIn(context, request)
  const { hiring, superseded } = await contracting.claimHiring({
    draftIds: [...(ofBrowser ? [ofBrowser] : []), ...draftIds],
    viewer: { id: userId },
  })
  if (!hiring) return { hiring, setCookies: [], toasts: [] }
  const toast = superseded && resumeToast({ kept: inShort(hiring), dropped: inShort(superseded) })
  return {
    hiring,
    setCookies: [cookiesFor(config.session).draft.serialize(hiring.draft.id)],
    toasts: toast ? [{ tone: 'neutral', ...toast }] : [],
  }
}

/** Returns the draft's id in this browser's cookie. */
export async function draftIdIn(context: Context, request: Request): Promise<string | undefined> {
  const reading = await readCookie(request, cookiesFor(context.get(appContext).config.session).draft)
  return reading.state === 'read' ? reading.value : undefined
}

/** Returns a one-line summary. The terms of an open hiring are those of today. */
function inShort({ offer }: OpenHiring): OfferInShort {
  return offerInShort(offer, offer.payments[0]?.dueDate)
}
