import { bind } from '../../core/use-case.ts'
import type { CatalogueDeps } from './deps.ts'
import { withContent } from './domain/contents.ts'
import {
  discardDraft,
  draftVersion,
  publishVersion,
  repeatVersion,
  resetToRelease,
  withdrawVersion,
} from './edit-versions.ts'
import { followVersions } from './follow-versions.ts'
import { readCatalogueFrom } from './in-force.ts'
import { companyAt, listSubjects, readDraft, readSubject } from './read-versions.ts'

export type { SubjectHistory, SubjectSummary, VersionView } from './read-versions.ts'

export type CatalogueModule = ReturnType<typeof createCatalogue>

/**
 * What the shop sells and says, as versions that the team publishes over the release's content. `catalogue()` of this process
 * reads `current` from now on.
 */
export function createCatalogue(deps: CatalogueDeps) {
  const { bound, within } = bind(deps)
  const { current, refresh, follow, unfollow, holding } = followVersions(deps)
  readCatalogueFrom(current)
  return {
    current,
    refresh,
    follow,
    unfollow,
    holding,

    draftVersion: within(draftVersion),
    repeatVersion: within(repeatVersion),
    publishVersion: within(publishVersion),
    resetToRelease: within(resetToRelease),
    withdrawVersion: within(withdrawVersion),
    discardDraft: within(discardDraft),

    listSubjects: bound(listSubjects),
    readSubject: bound(readSubject),
    readDraft: bound(readDraft),
    companyAt: bound(companyAt),

    /** Runs work as if a draft were in force; undefined for an unknown draft. */
    async withDraft<T>({ draftId }: { draftId: string }, work: () => T): Promise<T | undefined> {
      const draft = await readDraft(deps, { draftId })
      if (!draft) return undefined
      const preview = { ...withContent(current(), draft.subject, draft.content), version: `draft ${draftId}` }
      return holding(work, { ...preview, isPreview: true })
    },
  }
}
