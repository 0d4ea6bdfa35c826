import { formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { SubjectSummary } from '../../../modules/catalogue/index.server.ts'
import { byKind, partsOf, proofProblem, type SubjectKind } from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { CatalogueScreen } from '../../desk/catalogue/catalogue-screen.tsx'
import { type Mark, versionMarks } from '../../desk/catalogue/marks.tsx'
import { nameOfPage } from '../../desk/catalogue/page-fields.ts'
import { addressOf } from '../../desk/catalogue/subject-address.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskLoader } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** A line of the list, with its separately edited parts. */
interface Item {
  name: string
  text: string
  marks: Mark[]
  parts: { name: string; address: string; state: string; marks: Mark[] }[]
}

/** Loads everything that the shop sells and says, in its order. */
export const loader = deskLoader(async ({ app: { catalogue, identity, clock } }) => {
  const subjects = await catalogue.listSubjects()
  const names = await identity.namesOf(subjects.flatMap(({ edited }) => edited?.by ?? []))
  const today = todayInSaoPaulo(clock.now())
  const itemOf = (summaries: readonly SubjectSummary[]): Item => ({
    ...wordsOf(summaries),
    marks: summaries.flatMap((summary) => marksOf(summary, today)),
    parts: summaries.map((summary) => ({
      name: summaries.length > 1 ? copy.kinds[partsOf(summary.subject).kind] : copy.edit,
      address: addressOf(summary.subject),
      state: summary.edited
        ? copy.states.edited(
            names.get(summary.edited.by) ?? '',
            formatDate(todayInSaoPaulo(summary.edited.at)),
          )
        : '',
      marks: [],
    })),
  })
  const of = (...kinds: SubjectKind[]) =>
    subjects.filter(({ subject }) => kinds.includes(partsOf(subject).kind))
  const services = Map.groupBy(of('service', 'plans', 'steps'), ({ subject }) => partsOf(subject).id)
  return {
    groups: [
      { id: 'services' as const, items: [...services.values()].map(itemOf) },
      { id: 'lookups' as const, items: of('lookup').map((one) => itemOf([one])) },
      { id: 'claims' as const, items: of('claim').map((one) => itemOf([one])) },
      { id: 'testimonials' as const, items: of('testimonial').map((one) => itemOf([one])) },
      { id: 'messages' as const, items: [] },
      { id: 'reminders' as const, items: of('reminder').map((one) => itemOf([one])) },
      { id: 'pages' as const, items: of('page').map((one) => itemOf([one])) },
      { id: 'company' as const, items: of('company').map((one) => itemOf([one])) },
    ],
  }
})

function wordsOf([first]: readonly SubjectSummary[]): { name: string; text: string } {
  if (!first) return { name: '', text: '' }
  const named = byKind(first.subject, { content: first.content })
  switch (named.kind) {
    case 'lookup': {
      const { title, price } = named.content
      return { name: title, text: formatBRL(price) }
    }
    case 'claim': {
      const { value, text } = named.content
      return { name: value, text }
    }
    case 'testimonial': {
      const { name, text } = named.content
      return { name, text: `“${text}”` }
    }
    case 'reminder': {
      const { days, subject: line } = named.content
      return { name: copy.reminders[named.id], text: `${copy.reminderDays(named.id, days)}: “${line}”` }
    }
    case 'page': {
      const { texts } = named.content
      return { name: nameOfPage(named.id), text: texts.title ?? texts.idea ?? '' }
    }
    case 'company': {
      const { legalName, cnpj } = named.content
      return { name: legalName, text: copy.cnpj(cnpj) }
    }
    case 'service':
      return { name: named.content.title, text: '' }
    case 'plans':
    case 'steps':
    case 'message':
      return { name: '', text: '' }
    default:
      return named satisfies never
  }
}

function marksOf(summary: SubjectSummary, today: string): Mark[] {
  const { content } = summary
  const isHidden = 'hidden' in content && content.hidden
  const problem = 'evidence' in content ? proofProblem(content, today) : undefined
  return [
    ...(isHidden ? [{ text: copy.states.hidden, tone: undefined }] : []),
    ...(problem ? [{ text: copy.proof[problem], tone: isHidden ? undefined : ('is-bad' as const) }] : []),
    ...versionMarks(summary),
  ]
}

export default deskPage('catalogue', CatalogueScreen)
