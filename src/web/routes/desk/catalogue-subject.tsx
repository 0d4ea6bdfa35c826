import { formatInstant } from '../../../core/calendar.ts'
import { canonicalJson } from '../../../core/json.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import type { SubjectHistory, VersionView } from '../../../modules/catalogue/index.server.ts'
import { findService, partsOf } from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { messageWordsCopy as messageCopy } from '../../copy/desk-message-words.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { differencesOf, groupsOf, readContent, type Values, valuesOf } from '../../desk/catalogue/fields.ts'
import { aboutMessage, caseAt, exampleView } from '../../desk/catalogue/message-example.server.ts'
import { instructionsOfPage } from '../../desk/catalogue/page-fields.ts'
import { addressOf, subjectAt } from '../../desk/catalogue/subject-address.ts'
import { SubjectScreen } from '../../desk/catalogue/subject-screen.tsx'
import { titleOfSubject } from '../../desk/catalogue/subject-words.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads a subject of the catalogue: its current content as a form, and its versions. */
export const loader = deskLoader(async ({ request, params, app }) => {
  const { catalogue, identity } = app
  const known = await catalogue.readSubject({ subject: subjectIn(params) })
  if (!known) return undefined
  const { kind, id } = partsOf(known.subject)
  const { content, releaseContent, releaseChanged, versions, drafts } = known
  const people = [
    ...versions.map(({ publishedBy }) => publishedBy),
    ...drafts.map(({ draftedBy }) => draftedBy),
  ]
  const names = await identity.namesOf(people)
  const values = valuesOf(known.subject, content)
  /** Returns the content of a version; of 0, that of the release. */
  const contentOf = (number: number) =>
    versions.find((version) => version.number === number)?.content ?? releaseContent
  return {
    title: titleOfSubject(known.subject, content, (service) => findService(service)?.title),
    way:
      kind === 'page'
        ? instructionsOfPage(id)
        : kind === 'message'
          ? messageCopy.way
          : (copy.ways[kind] ?? ''),
    values,
    seen: known.holds,
    groups: groupsOf(known.subject, values),
    planned: versions
      .filter(({ state }) => state === 'later')
      .map(({ holdsFrom }) => copy.editor.planned(formatInstant(holdsFrom))),
    versions: versions.map((version) => ({
      id: version.id,
      number: version.number,
      state: version.state,
      reason: version.reason,
      replaces: version.replaces,
      differences: differencesOf(known.subject, contentOf(version.replaces), version.content),
      lines: linesOf(version, names.get(version.publishedBy) ?? ''),
    })),
    drafts: drafts.map(({ id: draftId, draftedBy, draftedAt }) => ({
      id: draftId,
      text: copy.history.draftBy(names.get(draftedBy) ?? '', formatInstant(draftedAt)),
    })),
    about: aboutMessage(app, known),
    example: exampleView(app, known, {
      at: caseAt(searchOf('deskSubject', request).get('exemplo'), known),
      hrefOf: (at) => addressOf(known.subject, at > 0 ? { exemplo: String(at) } : {}, 'ver'),
      frame: { mensagem: known.subject },
    }),
    canReset: kind === 'message' && canonicalJson(content) !== canonicalJson(releaseContent),
    releaseDifferences: releaseChanged ? differencesOf(known.subject, content, releaseContent) : [],
  }
})

function linesOf({ state, holdsFrom, publishedAt, repeats }: VersionView, who: string): string[] {
  const when = formatInstant(holdsFrom)
  return [
    state === 'later'
      ? copy.history.later(when)
      : state === 'withdrawn'
        ? copy.history.wasPlanned(when)
        : copy.history.from(when),
    copy.history.by(who, formatInstant(publishedAt)),
    ...(repeats === null ? [] : [copy.history.repeats(repeats)]),
  ]
}

function subjectIn({ tipo = '', id = '' }: Readonly<Record<string, string | undefined>>): string {
  return subjectAt(tipo, id)
}

export const action = deskAction({
  draft: {
    right: 'catalogue.edit',
    async run({ params, form, member, app: { backoffice, catalogue } }) {
      const known = await catalogue.readSubject({ subject: subjectIn(params) })
      if (!known) return refused('not_found')
      const typed = typedIn(form)
      const seen = readWholeNumber(textIn(form, 'visto'))
      const read = readContent(known.subject, typed, {
        before: known.content,
        released: known.releaseContent,
      })
      if (!read.ok) return { ok: false, code: 'invalid', message: read.message, field: read.field, typed }
      const drafted = await backoffice.draftVersion({
        subject: known.subject,
        content: read.content,
        seen,
        actor: member.id,
        reason: copy.reasons.draft,
      })
      if (drafted.ok) return toDraft(drafted.value.draftId, copy.editor.saved)
      if (drafted.code !== 'text_changed' || seen === undefined) return refused(drafted.code)
      return { ...refused(drafted.code), typed: overCurrent(typed, known, seen) }
    },
  },
  repeat: {
    right: 'catalogue.edit',
    async run({ params, form, member, app: { backoffice } }) {
      const number = readWholeNumber(textIn(form, 'numero'))
      if (number === undefined) return refused('not_found')
      const input = { subject: subjectIn(params), number, actor: member.id, reason: copy.reasons.repeat }
      const drafted = await backoffice.repeatVersion(input)
      return drafted.ok ? toDraft(drafted.value.draftId, copy.history.repeated) : refused(drafted.code)
    },
  },
  reset: {
    right: 'catalogue.publish',
    async run({ params, member, app: { backoffice } }) {
      const input = { subject: subjectIn(params), actor: member.id, reason: messageCopy.resetReason }
      const reset = await backoffice.resetToRelease(input)
      return reset.ok ? { ok: true, done: messageCopy.resetDone } : refused(reset.code)
    },
  },
  withdraw: {
    right: 'catalogue.publish',
    async run({ form, member, app: { backoffice } }) {
      const versionId = textIn(form, 'versao')
      const input = { versionId, actor: member.id, reason: copy.history.withdraw }
      const withdrawn = await backoffice.withdrawVersion(input)
      return withdrawn.ok ? { ok: true, done: copy.history.withdrawn } : refused(withdrawn.code)
    },
  },
})

function toDraft(draftId: string, done: string): DeskAnswer {
  return { ok: true, done, to: paths.deskDraft(draftId) }
}

/**
 * Returns the form of the current version with the person's own changes: values that they did not change since the version
 * that they saw are the current ones.
 */
function overCurrent(typed: Values, known: SubjectHistory, seen: number): Values {
  const written = known.versions.find(({ number }) => number === seen)?.content ?? known.releaseContent
  const [before, now] = [valuesOf(known.subject, written), valuesOf(known.subject, known.content)]
  const names = new Set([...Object.keys(typed), ...Object.keys(before), ...Object.keys(now)])
  const values = [...names].flatMap((name) => {
    const value = typed[name] === before[name] ? now[name] : typed[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(values)
}

/** Returns the typed values, without the name of the action. */
function typedIn(form: FormData): Values {
  const texts = [...form].flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'intent' && name !== 'visto' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(texts)
}

export default deskPage('catalogueSubject', SubjectScreen)
