import type { DocumentForTeam } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { cx } from '../../ui/cx.ts'

const tones = { waiting: 'is-now', accepted: 'is-ok', rejected: 'is-bad' } as const

/** Badge with the team's decision on a document. */
export function ReviewPill({ review }: Pick<DocumentForTeam, 'review'>) {
  return <span className={cx('desk-pill', tones[review])}>{copy.states[review]}</span>
}
