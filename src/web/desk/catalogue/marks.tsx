import { formatInstant } from '../../../core/calendar.ts'
import type { SubjectSummary } from '../../../modules/catalogue/index.server.ts'
import { catalogueCopy } from '../../copy/desk-catalogue.ts'
import { cx } from '../../ui/cx.ts'

const { states } = catalogueCopy

/** A short remark on an entry of the catalogue. */
export interface Mark {
  text: string
  tone: 'is-now' | 'is-bad' | 'is-ok' | undefined
}

/** Returns the marks of an entry that another version waits for, or whose release has changed. */
export function versionMarks({ nextAt, draftId, releaseChanged }: SubjectSummary): Mark[] {
  return [
    ...(nextAt ? [{ text: states.next(formatInstant(nextAt)), tone: 'is-now' as const }] : []),
    ...(draftId ? [{ text: states.draft, tone: 'is-now' as const }] : []),
    ...(releaseChanged ? [{ text: states.releaseChanged, tone: 'is-bad' as const }] : []),
  ]
}

export function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null
  return (
    <span className="desk-marks">
      {marks.map(({ text, tone }) => (
        <span key={text} className={cx('desk-pill', tone)}>
          {text}
        </span>
      ))}
    </span>
  )
}
