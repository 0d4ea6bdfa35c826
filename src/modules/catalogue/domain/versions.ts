import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Catalogue } from './catalogue.ts'
import { type Content, partsOf, withContent } from './contents.ts'

/** A published version of a subject, with the fields that the catalogue needs. */
export interface Version {
  subject: string
  /** Number among the versions of its subject, from 1. */
  number: number
  content: Content
  /** When it takes effect. */
  holdsFrom: Date
}

/** A catalogue, and the time from which it is in force; the first has no beginning. */
export interface Period {
  from: number
  catalogue: Catalogue
}

/** Among versions in force, the later start wins; with the same start, the higher number. */
function supersedes(one: Version, other: Version): number {
  return one.holdsFrom.getTime() - other.holdsFrom.getTime() || one.number - other.number
}

/** The version of a subject in force at a moment; undefined while the release's content is. */
export function holdingAt<V extends Version>(versions: readonly V[], now: Date): V | undefined {
  return versions
    .filter(({ holdsFrom }) => holdsFrom <= now)
    .sort(supersedes)
    .at(-1)
}

/**
 * The version that another one takes over from when it begins; undefined while the release's content is. Two that begin
 * together take over in the order of their numbers.
 */
export function replacedBy<V extends Version>(version: V, versions: readonly V[]): V | undefined {
  return versions
    .filter((other) => supersedes(other, version) < 0)
    .sort(supersedes)
    .at(-1)
}

/**
 * The catalogues from `now` on, in sequence: the release with the version of each subject in force, and a new one at each
 * moment when a version takes effect.
 */
export function periodsOf(release: Catalogue, versions: readonly Version[], now: Date): Period[] {
  const begins = versions.map(({ holdsFrom }) => holdsFrom.getTime()).filter((time) => time > now.getTime())
  const moments = [...new Set(begins)].sort((one, other) => one - other)
  return [
    { from: Number.NEGATIVE_INFINITY, catalogue: catalogueAt(release, versions, now) },
    ...moments.map((from) => ({ from, catalogue: catalogueAt(release, versions, new Date(from)) })),
  ]
}

/** The catalogue in force at a moment. @param periods in order */
export function catalogueOf(periods: readonly Period[], now: Date): Catalogue | undefined {
  return periods.findLast(({ from }) => from <= now.getTime())?.catalogue
}

/** Named in the order of the subjects: every process gives the same versions the same name. */
function catalogueAt(release: Catalogue, versions: readonly Version[], now: Date): Catalogue {
  const bySubject = Map.groupBy(versions, ({ subject }) => subject)
  const holding = [...bySubject.values()]
    .flatMap((all) => holdingAt(all, now) ?? [])
    .toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
  const days = holding.map(({ holdsFrom }) => todayInSaoPaulo(holdsFrom))
  const [changed = release.changed] = [release.changed, ...days].toSorted().toReversed()
  return holding.reduce(
    (catalogue, { subject, number, content, holdsFrom }): Catalogue => ({
      ...dated(withContent(catalogue, subject, content), subject, todayInSaoPaulo(holdsFrom)),
      version: `${catalogue.version} ${subject}/${number}`,
      changed,
    }),
    release,
  )
}

/** Sets the day on which a page's words last changed: the terms and the policy show it. */
function dated(catalogue: Catalogue, subject: string, changed: IsoDate): Catalogue {
  const parts = partsOf(subject)
  if (parts?.kind !== 'page') return catalogue
  const pages = catalogue.pages.map((page) => (page.id === parts.id ? { ...page, changed } : page))
  return { ...catalogue, pages }
}
