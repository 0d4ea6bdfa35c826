import { after, DAY } from '../../../core/durations.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { sha256 } from '../../../platform/digest.ts'
import { toInstalment } from '../checkout/read-payments.ts'
import { dueBesideCredits } from '../credits/due-beside-credits.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { payerLinkRule } from '../domain/payer-link.ts'
import { findOwnInstalment, type InstalmentRow } from '../instalments/store.server.ts'
import type { Instalment } from '../public.ts'
import { currentPayerLink, insertPayerLink, type PayerLinkRow, revokeCurrentLink } from './store.server.ts'

/** A link of an instalment, as shown to its owner. */
export interface PayerLink {
  url: string
  expiresAt: Date
}

export type PayerLinkRefusal =
  /** Unknown, or another user's; the two are not distinguished. */
  | 'not_found'
  | 'already_paid'
  /** A card pays all of its instalments at once. */
  | 'by_card'

/**
 * Returns the link with which another person pays an instalment of a customer, and creates it if there is none. Idempotent:
 * two clicks return the same link. Its token is derived from its id with the signer's key, so that the owner can see it
 * again although the database only has its digest.
 */
export async function createPayerLink(
  deps: PaymentsDeps,
  { userId, instalmentId }: { userId: string; instalmentId: string },
): Promise<Outcome<PayerLink, PayerLinkRefusal>> {
  const instalment = await payableInstalment(deps, { userId, instalmentId })
  if (!instalment.ok) return instalment
  const existing = await usableLink(deps, instalmentId)
  if (existing) return ok(existing)
  const now = deps.clock.now()
  const id = deps.newId()
  const row = {
    id,
    instalmentId,
    userId,
    createdAt: now,
    revokedAt: null,
    tokenHash: sha256(deps.signer.digest(tokenText(id))),
    expiresAt: after(now, payerLinkRule.days * DAY),
  }
  const created = await deps.database.transaction(async (tx) => {
    const current = await currentPayerLink(tx, instalmentId)
    // Expired, or created with a key that is no longer used.
    if (current && !linkOf(current, deps)) await revokeCurrentLink(tx, { instalmentId, userId, now })
    return insertPayerLink(tx, row)
  })
  const link = created ? linkOf(row, deps) : await usableLink(deps, instalmentId)
  if (!link) throw new Error(`the link of instalment ${instalmentId} vanished`)
  return ok(link)
}

/** An instalment that another person may pay, and its link if there is one. */
export async function payerLinkOf(
  deps: PaymentsDeps,
  { userId, documento, instalmentId }: { userId: string; documento: string; instalmentId: string },
): Promise<Outcome<{ instalment: Instalment; link: PayerLink | undefined }, PayerLinkRefusal>> {
  const instalment = await payableInstalment(deps, { userId, instalmentId })
  if (!instalment.ok) return instalment
  const row = instalment.value
  const dueOf = await dueBesideCredits(deps.database, { userId, documento }, deps)
  const due = toInstalment(row, dueOf(row))
  return ok({ instalment: due, link: await usableLink(deps, instalmentId) })
}

/**
 * Revokes a customer's own link: from then on it responds like one that never existed. @returns whether there was one
 */
export async function revokePayerLink(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  { userId, instalmentId }: { userId: string; instalmentId: string },
): Promise<boolean> {
  if (!isUuid(instalmentId)) return false
  return revokeCurrentLink(database, { instalmentId, userId, now: clock.now() })
}

async function payableInstalment(
  { database }: Pick<PaymentsDeps, 'database'>,
  { userId, instalmentId }: { userId: string; instalmentId: string },
): Promise<Outcome<InstalmentRow, PayerLinkRefusal>> {
  const row = await findOwnInstalment(database, { id: instalmentId, userId })
  if (!row) return refuse('not_found')
  if (!isInstalmentOpen(row.status)) return refuse('already_paid')
  return row.paymentMethod === 'pix' ? ok(row) : refuse('by_card')
}

async function usableLink(deps: PaymentsDeps, instalmentId: string): Promise<PayerLink | undefined> {
  const row = await currentPayerLink(deps.database, instalmentId)
  return row && linkOf(row, deps)
}

/** Undefined after it expired, or when it was created with a secret that is no longer known. */
function linkOf(
  { id, tokenHash, expiresAt }: Pick<PayerLinkRow, 'id' | 'tokenHash' | 'expiresAt'>,
  { clock, links, signer }: Pick<PaymentsDeps, 'clock' | 'links' | 'signer'>,
): PayerLink | undefined {
  const token = signer.digests(tokenText(id)).find((own) => sha256(own) === tokenHash)
  return token && expiresAt > clock.now() ? { url: links.payerPage(token), expiresAt } : undefined
}

function tokenText(id: string): string {
  return `payer-link:${id}`
}
