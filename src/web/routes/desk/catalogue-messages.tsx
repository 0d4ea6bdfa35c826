import { formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { foldToAscii } from '../../../core/text.ts'
import type { SubjectSummary } from '../../../modules/catalogue/index.server.ts'
import { byKind, messageId } from '../../../modules/catalogue/public.ts'
import { catalogueCopy } from '../../copy/desk-catalogue.ts'
import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import { type Mark, versionMarks } from '../../desk/catalogue/marks.tsx'
import { channelsOf } from '../../desk/catalogue/message-example.server.ts'
import { MessageWordsScreen } from '../../desk/catalogue/message-words-screen.tsx'
import { addressOf } from '../../desk/catalogue/subject-address.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Maximum length of a search for a message; the rest is not read. */
const MAX_SEARCH = 60

/** Loads every message to customers, in the order of the calendar, with the current words. */
export const loader = deskLoader(async ({ request, app }) => {
  const search = (searchOf('deskCatalogueMessages', request).get('busca') ?? '').trim().slice(0, MAX_SEARCH)
  const subjects = await app.catalogue.listSubjects()
  const names = await app.identity.namesOf(subjects.flatMap(({ edited }) => edited?.by ?? []))
  const lines = app
    .calendarLines()
    .filter(({ topic }) => topic !== 'team')
    .map((line) => {
      const subject = subjects.find((one) => one.subject === subjectOf(line.kind))
      const words = subject ? wordsOf(subject) : []
      return {
        kind: line.kind,
        group: line.group,
        what: line.what,
        subject: words[0] ?? '',
        when: [line.moment, copy.topics[line.topic], channelsOf(app, line.kind).text].join(' · '),
        why: copy.fixedKinds[line.kind],
        marks: subject ? marksOf(subject, names) : [],
        address: subject && addressOf(subject.subject),
        isFound: holds([line.what, line.moment, line.kind, ...words], search),
      }
    })
    .filter(({ isFound }) => isFound)
    .map(({ isFound: _, ...line }) => line)
  const groups = [...Map.groupBy(lines, ({ group }) => group)]
  return { search, count: lines.length, groups: groups.map(([id, of]) => ({ id, lines: of })) }
})

/** Returns the subject of a message kind; reminders have their own subjects. */
function subjectOf(kind: string): string {
  const [, reminder] = /^instalment\.(coming|due|late-\w+)$/.exec(kind) ?? []
  return reminder === undefined ? `message:${messageId(kind)}` : `reminder:${reminder}`
}

/** Returns the subject line, followed by every other text. */
function wordsOf({ subject, content }: SubjectSummary): string[] {
  const said = byKind(subject, { content })
  if (said.kind === 'reminder') return [said.content.subject, said.content.text]
  if (said.kind !== 'message') return []
  const { texts } = said.content
  return [texts.subject ?? '', ...Object.values(texts)]
}

function marksOf(summary: SubjectSummary, names: ReadonlyMap<string, string>): Mark[] {
  const { states } = catalogueCopy
  const { edited } = summary
  return [
    ...(edited
      ? [
          {
            text: states.edited(names.get(edited.by) ?? '', formatDate(todayInSaoPaulo(edited.at))),
            tone: undefined,
          },
        ]
      : []),
    ...versionMarks(summary),
  ]
}

/** Checks whether the texts contain every word of a search, ignoring accents. */
function holds(texts: readonly string[], search: string): boolean {
  const all = plain(texts.join(' '))
  return plain(search)
    .split(' ')
    .every((word) => all.includes(word))
}

function plain(text: string): string {
  return foldToAscii(text).toLowerCase()
}

export default deskPage('catalogueMessages', MessageWordsScreen)
