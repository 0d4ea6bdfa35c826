import { formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { findService } from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { DraftScreen } from '../../desk/catalogue/draft-screen.tsx'
import { differencesOf } from '../../desk/catalogue/fields.ts'
import { caseAt, exampleView } from '../../desk/catalogue/message-example.server.ts'
import { addressOf } from '../../desk/catalogue/subject-address.ts'
import { pagesOf, titleOfSubject } from '../../desk/catalogue/subject-words.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { readLocalTime, timeOf } from '../../desk/queue/snooze-time.ts'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.draft.title)

/** Loads a draft: a change that was written and not published. */
export const loader = deskLoader(async ({ request, params, app }) => {
  const { catalogue, identity, clock } = app
  const draft = await catalogue.readDraft({ draftId: params.id ?? '' })
  if (!draft) return undefined
  const { id, subject, content, before, repeats, draftedBy, draftedAt } = draft
  const names = await identity.namesOf([draftedBy])
  return {
    title: titleOfSubject(subject, before, (serviceId) => findService(serviceId)?.title),
    address: addressOf(subject),
    about: [
      copy.history.draftBy(names.get(draftedBy) ?? '', formatInstant(draftedAt)),
      ...(repeats === null ? [] : [copy.history.repeats(repeats)]),
    ].join(' · '),
    differences: differencesOf(subject, before, content),
    pages: pagesOf(subject).map(({ path, label }) => ({
      label,
      href: paths.deskPreview(id, { caminho: path }),
    })),
    example: exampleView(app, draft, {
      at: caseAt(searchOf('deskDraft', request).get('exemplo'), draft),
      hrefOf: (at) => paths.deskDraft(id, at > 0 ? { exemplo: String(at) } : {}, 'ver'),
      frame: { rascunho: id },
    }),
    isBehindPublished: draft.isBehindPublished,
    planned: draft.plannedAt.map((at) => copy.draft.plannedVersion(formatInstant(at))),
    earliest: `${todayInSaoPaulo(clock.now())}T${timeOf(clock.now())}`,
  }
})

/** The control that a refusal is about. */
const fieldOf: Readonly<Record<string, string>> = { no_reason: 'motivo', planned_version: 'mesmo-assim' }

export const action = deskAction({
  publish: {
    right: 'catalogue.publish',
    async run({ params, form, member, app: { backoffice, catalogue } }) {
      const draft = await catalogue.readDraft({ draftId: params.id ?? '' })
      if (!draft) return refused('not_found')
      const isLater = form.get('quando') === 'depois'
      const holdsFrom = isLater ? readLocalTime(textIn(form, 'momento')) : undefined
      if (isLater && !holdsFrom) return refused('bad_time', 'momento')
      const published = await backoffice.publishVersion({
        draftId: draft.id,
        holdsFrom,
        despitePlanned: form.get('mesmo-assim') === 'on',
        actor: member.id,
        reason: textIn(form, 'motivo'),
      })
      if (!published.ok) return refused(published.code, fieldOf[published.code])
      const done = holdsFrom ? copy.draft.planned(formatInstant(holdsFrom)) : copy.draft.published
      return { ok: true, done, to: addressOf(draft.subject) }
    },
  },
  discard: {
    right: 'catalogue.edit',
    async run({ params, member, app: { backoffice, catalogue } }) {
      const draft = await catalogue.readDraft({ draftId: params.id ?? '' })
      if (!draft) return refused('not_found')
      const input = { draftId: draft.id, actor: member.id, reason: copy.reasons.discard }
      const gone = await backoffice.discardDraft(input)
      return gone.ok
        ? { ok: true, done: copy.draft.discarded, to: addressOf(draft.subject) }
        : refused(gone.code)
    },
  },
})

export default deskPage('catalogueDraft', DraftScreen)
