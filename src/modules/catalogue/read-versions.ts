import { isUuid } from '../../core/ids.ts'
import type { CatalogueDeps } from './deps.ts'
import {
  COMPANY_SUBJECT,
  type CompanyContent,
  type Content,
  contentIn,
  type Subject,
  subjectsOf,
  withContent,
} from './domain/contents.ts'
import type { Message } from './domain/message.ts'
import { holdingAt, replacedBy } from './domain/versions.ts'
import { isBehindPublished, releaseSha256 } from './edit-versions.ts'
import {
  selectDrafts,
  selectHistory,
  selectHolding,
  selectNewest,
  selectVersion,
  type VersionRow,
} from './versions-store.server.ts'

type Deps = Pick<CatalogueDeps, 'database' | 'clock' | 'release'>

/** A version as shown to the team. */
export interface VersionView {
  id: string
  number: number
  content: Content
  /** The number of the version that held before it, or would hold without it; 0 for the release's content. */
  replaces: number
  reason: string
  /** User ids. */
  publishedBy: string
  publishedAt: Date
  holdsFrom: Date
  repeats: number | null
  withdrawnAt: Date | null
  /** `replaced` for a version that was in force before another one, or never was. */
  state: 'holds' | 'later' | 'replaced' | 'withdrawn'
}

/** Everything about one subject: the content in force, the release's content, every version, the drafts. */
export interface SubjectHistory {
  subject: Subject
  /** The content in force, and its version number: 0 for the release's. */
  content: Content
  holds: number
  releaseContent: Content
  /** The newest number; 0 without any version. */
  newest: number
  /** True when the release's content has changed since the version in force was written. */
  releaseChanged: boolean
  versions: VersionView[]
  drafts: { id: string; draftedBy: string; draftedAt: Date }[]
  /** For a message: its kind and wording. */
  message: Pick<Message, 'kind' | 'wording'> | undefined
}

/** @returns undefined for a subject that the shop does not have */
export async function readSubject(
  { database, clock, release }: Deps,
  { subject }: { subject: string },
): Promise<SubjectHistory | undefined> {
  const releaseContent = contentIn(release, subject)
  if (!releaseContent) return undefined
  const now = clock.now()
  const rows = await selectHistory(database, subject)
  const published = rows.flatMap(asPublished)
  const kept = published.filter(({ withdrawnAt }) => withdrawnAt === null)
  const holds = holdingAt(kept, now)
  const written = rows.find(({ number }) => number === holds?.number)
  return {
    subject: subject as Subject,
    content: holds?.content ?? releaseContent,
    holds: holds?.number ?? 0,
    releaseContent,
    newest: published[0]?.number ?? 0,
    releaseChanged: written !== undefined && written.releaseSha256 !== releaseSha256(release, subject),
    versions: published.map((version) => ({
      ...version,
      replaces: replacedBy(version, kept)?.number ?? 0,
      state: stateOf(version, holds?.number, now),
    })),
    drafts: (await selectDrafts(database, subject)).map(({ id, draftedBy, draftedAt }) => ({
      id,
      draftedBy,
      draftedAt,
    })),
    message: release.messages.find(({ id }) => `message:${id}` === subject),
  }
}

/** Who sold at a moment. */
export async function companyAt(
  { database, release }: Pick<Deps, 'database' | 'release'>,
  { at }: { at: Date },
): Promise<CompanyContent> {
  const published = (await selectHistory(database, COMPANY_SUBJECT)).flatMap(asPublished)
  const held = holdingAt(
    published.filter(({ withdrawnAt }) => withdrawnAt === null),
    at,
  )
  return held ? withContent(release, COMPANY_SUBJECT, held.content).company : release.company
}

/** A draft, with the content in force and the version that it is based on. */
export interface DraftView {
  id: string
  subject: Subject
  content: Content
  /** The content in force. */
  before: Content
  repeats: number | null
  draftedBy: string
  draftedAt: Date
  /** True when another version was published, or began to hold, after the draft was written. */
  isBehindPublished: boolean
  /** When the versions of the subject that are still to begin take effect, the next one first. */
  plannedAt: Date[]
  /** For a message: its kind and wording. */
  message: SubjectHistory['message']
}

/** @returns undefined for an unknown or published draft */
export async function readDraft(
  deps: Deps,
  { draftId }: { draftId: string },
): Promise<DraftView | undefined> {
  const { database } = deps
  const row = isUuid(draftId) ? await selectVersion(database, draftId) : undefined
  if (!row || row.number !== null) return undefined
  const subject = await readSubject(deps, { subject: row.subject })
  if (!subject) return undefined
  return {
    id: row.id,
    subject: subject.subject,
    content: row.content,
    before: subject.content,
    repeats: row.repeats,
    draftedBy: row.draftedBy,
    draftedAt: row.draftedAt,
    message: subject.message,
    plannedAt: subject.versions
      .filter(({ state }) => state === 'later')
      .map(({ holdsFrom }) => holdsFrom)
      .sort((one, other) => one.getTime() - other.getTime()),
    isBehindPublished: await isBehindPublished(database, row, deps.clock.now()),
  }
}

/** A subject in the list of the desk. */
export interface SubjectSummary {
  subject: Subject
  /** The content in force. */
  content: Content
  /** Who last changed the content in force, and when; undefined for the release's content. */
  edited: { by: string; at: Date } | undefined
  /** When the next scheduled change takes effect, if any. */
  nextAt: Date | undefined
  draftId: string | undefined
  releaseChanged: boolean
}

/** Every subject of the shop, in shop order. */
export async function listSubjects({ database, clock, release }: Deps): Promise<SubjectSummary[]> {
  const now = clock.now()
  const [holding, newest, drafts] = await Promise.all([
    selectHolding(database, now),
    selectNewest(database),
    selectDrafts(database),
  ])
  return subjectsOf(release).flatMap((subject) => {
    const releaseContent = contentIn(release, subject)
    if (!releaseContent) return []
    const own = holding.filter((version) => version.subject === subject)
    const holds = holdingAt(own, now)
    const last = newest.find((version) => version.subject === subject)
    const next = own.map(({ holdsFrom }) => holdsFrom).filter((from) => from > now)
    return {
      subject,
      content: holds?.content ?? releaseContent,
      edited: holds?.publishedBy ? { by: holds.publishedBy, at: holds.holdsFrom } : undefined,
      nextAt: next.sort((one, other) => one.getTime() - other.getTime())[0],
      draftId: drafts.find((draft) => draft.subject === subject)?.id,
      releaseChanged:
        holds !== undefined && last !== undefined && last.releaseSha256 !== releaseSha256(release, subject),
    }
  })
}

function asPublished(row: VersionRow): (Omit<VersionView, 'state' | 'replaces'> & { subject: string })[] {
  const { id, subject, number, content, reason, holdsFrom, publishedBy, publishedAt, repeats, withdrawnAt } =
    row
  if (number === null || reason === null || !holdsFrom || !publishedBy || !publishedAt) return []
  return [{ id, subject, number, content, reason, holdsFrom, publishedBy, publishedAt, repeats, withdrawnAt }]
}

function stateOf(
  { number, withdrawnAt, holdsFrom }: Pick<VersionView, 'number' | 'withdrawnAt' | 'holdsFrom'>,
  holds: number | undefined,
  now: Date,
): VersionView['state'] {
  if (withdrawnAt) return 'withdrawn'
  if (holdsFrom > now) return 'later'
  return number === holds ? 'holds' : 'replaced'
}
