import { concealCpf } from '../../core/cpf.ts'
import { concealEmail } from '../../core/email.ts'
import { coarseNetworkOf } from '../../core/networks.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { concealPhone } from '../../core/phone.ts'
import { readStored } from '../../platform/storage/stored-file.ts'
import type { ConsultationsDeps } from './deps.ts'
import { type ResultLinkState, resultLinkState } from './domain/result-link.ts'
import type { ViewedPart } from './domain/view.ts'
import { idOfResultKey, linkKey, resultKey } from './link.server.ts'
import { findLink, type LinkRow, newestLink } from './links-store.server.ts'
import type { LookupResult, ResultFile, ResultPage } from './public.ts'
import { insertView, newestResult, openContent, type ResultRow } from './results-store.server.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, findConsultationRow, openSubject } from './store.server.ts'

export interface FoundLink {
  link: LinkRow
  row: ConsultationRow
  state: ResultLinkState
}

/** The link of a key, with its look-up. For an older link, the revocation of a newer one applies. */
export async function findResultLink(
  { database, signer, clock }: Pick<ConsultationsDeps, 'database' | 'signer' | 'clock'>,
  key: string,
): Promise<FoundLink | undefined> {
  const id = idOfResultKey(key, signer)
  const link = id && (await findLink(database, id))
  const row = link && (await findConsultationRow(database, link.consultationId))
  return link && row ? { link, row, state: resultLinkState(link, clock.now()) } : undefined
}

/**
 * The data that the page of a link shows before its reader has proven to be the buyer; undefined for a key that is not
 * ours.
 */
export async function resultPage(
  deps: ConsultationsDeps,
  { key }: { key: string },
): Promise<ResultPage | undefined> {
  const found = await findResultLink(deps, key)
  if (!found) return undefined
  const { row, link, state } = found
  const { cpf, email, phone } = openSubject(deps.cipher, row)
  const newest = await newestResult(deps.database, row.id)
  return {
    consultationId: row.id,
    kind: row.kind,
    title: soldLookup(row).title,
    cpf: concealCpf(cpf),
    state: newest?.erasedAt ? 'erased' : state,
    expiresAt: link.expiresAt,
    erasedAt: newest?.erasedAt ?? undefined,
    ofAccount: row.userId !== null,
    email: email ? concealEmail(email) : undefined,
    phone: concealPhone(phone),
    statusKey: linkKey(row.id, deps.signer),
  }
}

/**
 * The key of the link that currently opens the result; undefined before a delivery, and after the link expired or was
 * revoked.
 */
export async function currentResultLink(
  { database, signer, clock }: Pick<ConsultationsDeps, 'database' | 'signer' | 'clock'>,
  { consultationId }: { consultationId: string },
): Promise<{ state: ResultLinkState; key: string; expiresAt: Date; erasedAt: Date | undefined } | undefined> {
  const [link, newest] = await Promise.all([
    newestLink(database, consultationId),
    newestResult(database, consultationId),
  ])
  if (!link || !newest) return undefined
  return {
    state: resultLinkState(link, clock.now()),
    key: resultKey(link.id, signer),
    expiresAt: link.expiresAt,
    erasedAt: newest.erasedAt ?? undefined,
  }
}

/** A reader's proof of being the buyer: the account of the session, and the link for which a code was entered. */
export interface Proof {
  userId: string | undefined
  linkId: string | undefined
}

type OpenRefusal = 'no_link' | 'not_proven' | 'erased'

/** Returns the newest result, only to its buyer. Every view is recorded. */
export async function openResult(
  deps: ConsultationsDeps,
  { key, proof, ip }: { key: string; proof: Proof; ip: string },
): Promise<Outcome<LookupResult, OpenRefusal>> {
  const opened = await open(deps, { key, proof, ip, what: 'page' })
  if (!opened.ok) return opened
  const { id, version, content, deliveredAt, correction, mediaType, size } = opened.value
  const { text, fileName } = openContent(deps.cipher, id, content)
  const file = fileName && mediaType ? { name: fileName, mediaType, size: size ?? 0 } : undefined
  return ok({ version, deliveredAt, text, file, correction: correction ?? undefined })
}

/** Returns the file of the newest result, only to its buyer. Every view is recorded. */
export async function openResultFile(
  deps: ConsultationsDeps,
  { key, proof, ip }: { key: string; proof: Proof; ip: string },
): Promise<Outcome<ResultFile, OpenRefusal | 'no_file'>> {
  const opened = await open(deps, { key, proof, ip, what: 'file' })
  return opened.ok ? readResultFile(deps, opened.value) : opened
}

/** Returns the file of a result to a reader with access. @throws UnreadableFileError */
export async function readResultFile(
  { storage, cipher }: Pick<ConsultationsDeps, 'storage' | 'cipher'>,
  row: Pick<ResultRow, 'id' | 'content' | 'storageKey' | 'mediaType'>,
): Promise<Outcome<ResultFile, 'erased' | 'no_file'>> {
  if (!row.content) return refuse('erased')
  const { fileName } = openContent(cipher, row.id, row.content)
  if (!row.storageKey || !row.mediaType || !fileName) return refuse('no_file')
  const bytes = await readStored(storage, row.storageKey)
  return ok({ name: fileName, mediaType: row.mediaType, bytes })
}

interface OpenedRow {
  id: string
  version: number
  content: Uint8Array
  deliveredAt: Date
  correction: string | null
  mediaType: ResultRow['mediaType']
  size: number | null
  storageKey: string | null
}

async function open(
  deps: ConsultationsDeps,
  { key, proof, ip, what }: { key: string; proof: Proof; ip: string; what: ViewedPart },
): Promise<Outcome<OpenedRow, OpenRefusal>> {
  const { database, clock, newId } = deps
  const found = await findResultLink(deps, key)
  if (found?.state !== 'live') return refuse('no_link')
  const { row, link } = found
  const isProven = row.userId === null ? proof.linkId === link.id : proof.userId === row.userId
  if (!isProven) return refuse('not_proven')
  const newest = await newestResult(database, row.id)
  if (!newest?.version || !newest.deliveredAt) return refuse('no_link')
  const { version, content, deliveredAt } = newest
  if (!content) return refuse('erased')
  await insertView(database, {
    id: newId(),
    consultationId: row.id,
    version,
    at: clock.now(),
    proof: row.userId === null ? 'code' : 'session',
    what,
    network: coarseNetworkOf(ip),
  })
  return ok({ ...newest, version, content, deliveredAt })
}
