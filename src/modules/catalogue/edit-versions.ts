import { DAY } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { canonicalJson } from '../../core/json.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import type { CatalogueDeps } from './deps.ts'
import type { Catalogue } from './domain/catalogue.ts'
import { type ContentProblem, problemsOf } from './domain/check-content.ts'
import { type Content, contentIn, wordingIn } from './domain/contents.ts'
import {
  deleteDraft,
  hasPlanned,
  insertDraft,
  lockNewest,
  lockVersion,
  newestNumber,
  numberHoldingAt,
  selectNumbered,
  updateVersion,
  type VersionRow,
} from './versions-store.server.ts'

type Deps = Pick<CatalogueDeps, 'clock' | 'newId' | 'release'>

/** How far ahead a change may be scheduled. */
const MAX_AHEAD_MS = 366 * DAY

/** Hash of the release's content of a subject, which changes with every change of that content. */
export function releaseSha256(release: Catalogue, subject: string): string {
  return sha256(canonicalJson(contentIn(release, subject) ?? null))
}

/**
 * Stores another content of a subject as a draft, in the caller's transaction. Only the team sees it.
 *
 * @param seen number of the version that the content was written over, 0 for the release's; undefined for a form rendered before
 *   pages contained it
 * @returns the draft's id; refuses a content with problems (`invalid`, with their codes as detail), and `text_changed` when another
 *   version holds by now: the draft would undo it
 */
export async function draftVersion(
  tx: Transaction,
  {
    subject,
    content,
    seen,
    by,
  }: { subject: string; content: Content; seen?: number | undefined; by: string },
  deps: Deps,
): Promise<Outcome<{ draftId: string }, 'not_found' | 'invalid' | 'text_changed'>> {
  const released = contentIn(deps.release, subject)
  if (!released) return refuse('not_found')
  await lockNewest(tx, subject)
  const holds = await numberHoldingAt(tx, subject, deps.clock.now())
  if (seen !== undefined && seen !== holds) return refuse('text_changed')
  const problems = problemsOf(subject, content, released, wordingIn(deps.release, subject))
  if (problems.length > 0)
    return refuse('invalid', problems.map(({ code }: ContentProblem) => code).join(' '))
  return ok(await insert(tx, { subject, content, by, repeats: null }, deps))
}

/**
 * Restores an earlier version: a draft with its content, 0 for the release's own. When published it is a new version;
 * the versions in between stay in the history.
 */
export async function repeatVersion(
  tx: Transaction,
  { subject, number, by }: { subject: string; number: number; by: string },
  deps: Deps,
): Promise<Outcome<{ draftId: string }, 'not_found'>> {
  const content =
    number === 0 ? contentIn(deps.release, subject) : (await selectNumbered(tx, { subject, number }))?.content
  if (!content || !contentIn(deps.release, subject)) return refuse('not_found')
  return ok(await insert(tx, { subject, content, by, repeats: number }, deps))
}

async function insert(
  tx: Transaction,
  {
    subject,
    content,
    by,
    repeats,
  }: { subject: string; content: Content; by: string; repeats: number | null },
  { clock, newId, release }: Deps,
): Promise<{ draftId: string }> {
  const draftId = newId()
  await insertDraft(tx, {
    id: draftId,
    subject,
    content,
    repeats,
    releaseSha256: releaseSha256(release, subject),
    basedOn: await newestNumber(tx, subject),
    draftedBy: by,
    draftedAt: clock.now(),
  })
  return { draftId }
}

type PublishRefusal = 'not_found' | 'changed_meanwhile' | 'planned_version' | 'bad_time' | 'invalid'

/**
 * Makes a draft the next version of its subject, in force from now or from a later moment. Earlier sales are not changed.
 *
 * @param holdsFrom undefined for now
 * @param despitePlanned true when the person knows that another version is planned, and that the two do not add up: a
 *   version holds whole, so the later one undoes what only the earlier one changes
 * @returns refuses `changed_meanwhile` when another version was published, or began to hold, after the draft was written;
 *   `planned_version` when one is still to begin
 */
export async function publishVersion(
  tx: Transaction,
  {
    draftId,
    holdsFrom,
    despitePlanned,
    by,
    reason,
  }: {
    draftId: string
    holdsFrom?: Date | undefined
    despitePlanned?: boolean
    by: string
    reason: string
  },
  { clock, release }: Deps,
): Promise<Outcome<{ subject: string; number: number }, PublishRefusal>> {
  const draft = isUuid(draftId) ? await lockVersion(tx, draftId) : undefined
  const released = draft && contentIn(release, draft.subject)
  if (!draft || draft.number !== null || !released) return refuse('not_found')
  await lockNewest(tx, draft.subject)
  const now = clock.now()
  if (await isBehindPublished(tx, draft, now)) return refuse('changed_meanwhile')
  // The rules may have become stricter after the draft was written.
  const wording = wordingIn(release, draft.subject)
  if (problemsOf(draft.subject, draft.content, released, wording).length > 0) return refuse('invalid')
  if (!despitePlanned && (await hasPlanned(tx, draft.subject, now))) return refuse('planned_version')
  const ahead = holdsFrom ? holdsFrom.getTime() - now.getTime() : 0
  if (Number.isNaN(ahead) || ahead < 0 || ahead > MAX_AHEAD_MS) return refuse('bad_time')
  const number = draft.basedOn + 1
  await updateVersion(tx, draftId, {
    number,
    reason: reason.trim(),
    holdsFrom: holdsFrom ?? now,
    publishedBy: by,
    publishedAt: now,
  })
  return ok({ subject: draft.subject, number })
}

/**
 * Whether another version was published after a draft was written, or one that was planned then has begun since: the draft was
 * written without it, and would undo it.
 */
export async function isBehindPublished(
  executor: Executor,
  { subject, basedOn, draftedAt }: Pick<VersionRow, 'subject' | 'basedOn' | 'draftedAt'>,
  now: Date,
): Promise<boolean> {
  if ((await newestNumber(executor, subject)) !== basedOn) return true
  return (
    (await numberHoldingAt(executor, subject, now)) !== (await numberHoldingAt(executor, subject, draftedAt))
  )
}

/** Publishes the release's content as a version of its own, in force from now. Refuses like `publishVersion`. */
export async function resetToRelease(
  tx: Transaction,
  { subject, by, reason }: { subject: string; by: string; reason: string },
  deps: Deps,
): Promise<Outcome<{ subject: string; number: number }, PublishRefusal>> {
  if ((await newestNumber(tx, subject)) === 0) return refuse('not_found')
  const repeated = await repeatVersion(tx, { subject, number: 0, by }, deps)
  return repeated.ok ? publishVersion(tx, { draftId: repeated.value.draftId, by, reason }, deps) : repeated
}

/** Withdraws a version that has not taken effect. */
export async function withdrawVersion(
  tx: Transaction,
  { versionId, by }: { versionId: string; by: string },
  { clock }: Deps,
): Promise<Outcome<{ subject: string; number: number }, 'not_found' | 'already_holds'>> {
  const version = isUuid(versionId) ? await lockVersion(tx, versionId) : undefined
  if (!version?.holdsFrom || version.number === null || version.withdrawnAt) return refuse('not_found')
  const now = clock.now()
  if (version.holdsFrom <= now) return refuse('already_holds')
  await updateVersion(tx, versionId, { withdrawnBy: by, withdrawnAt: now })
  return ok({ subject: version.subject, number: version.number })
}

/** Throws a draft away. */
export async function discardDraft(
  tx: Transaction,
  { draftId }: { draftId: string },
): Promise<Outcome<void, 'not_found'>> {
  return isUuid(draftId) && (await deleteDraft(tx, draftId)) ? ok(undefined) : refuse('not_found')
}
