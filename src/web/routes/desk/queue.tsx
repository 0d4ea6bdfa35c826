import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isKeyOf, keysOf } from '../../../core/records.ts'
import {
  type ObligationKind,
  obligationRights,
  readPosition,
  writePosition,
} from '../../../modules/backoffice/public.ts'
import { may } from '../../../modules/team/public.ts'
import { jobArea } from '../../copy/desk-operation.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { keyNamed, queueViewNames } from '../../desk/list-names.ts'
import { shownStoppages } from '../../desk/messages/stoppages.server.ts'
import { readItem, writeItem } from '../../desk/queue/item-address.ts'
import { QueueScreen } from '../../desk/queue/queue-screen.tsx'
import { readLocalTime, writeLocalTime } from '../../desk/queue/snooze-time.ts'
import { deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Rows of a page; the next ones are fetched as the list is scrolled. */
const pageSize = 50

/** Loads the waiting obligations, sorted by how soon their promise breaks; with `?item=` one of them beside the list. */
export const loader = deskLoader(async ({ request, member, app }) => {
  const { backoffice, team, clock } = app
  const search = searchOf('desk', request)
  const view = keyNamed(queueViewNames, search.get('ver')) ?? 'open'
  const kind = kindIn(search.get('tipo'))
  const who = { role: member.role, memberId: member.id }
  const page = await backoffice.readQueue({
    ...who,
    view,
    ...(kind && { kinds: [kind] }),
    after: readPosition(search.get('depois')),
    limit: pageSize,
  })
  const chosen = readItem(search.get('item'))
  const item = chosen && (await backoffice.readObligation({ ...chosen, role: member.role }))
  const stoppages = await shownStoppages(app)
  const now = clock.now()
  const today = todayInSaoPaulo(now)
  return {
    stoppages,
    view,
    kind,
    kinds: keysOf(obligationRights).filter((other) => may(member.role, obligationRights[other])),
    items: page.items.map(inWords),
    next: page.next && writePosition(page.next),
    item: item && inWords(item),
    itemIsGone: Boolean(chosen) && !item,
    members: (await team.members()).map(({ id, name, email, role }) => ({ id, name: name || email, role })),
    now,
    endOfDay: startOfDayInSaoPaulo(addDays(today, 1)),
  }
})

/** A stopped job is shown by what it is about: its name means something only where it is decided. */
function inWords<Item extends { kind: ObligationKind; about: string }>(item: Item): Item {
  return item.kind === 'job.decide' ? { ...item, about: jobArea(item.about) } : item
}

function kindIn(text: string | null): ObligationKind | undefined {
  return text && isKeyOf(obligationRights, text) ? text : undefined
}

type Backoffice = ScreenArgs['app']['backoffice']

/** The obligation as it was before an action. */
type Before = Awaited<ReturnType<Backoffice['readObligation']>>

export const action = deskAction({
  claim: {
    right: 'obligation.claim',
    run: (args) =>
      aboutItem(args, copy.done.claimed, releaseAttempt, (backoffice, input) =>
        backoffice.claim({ ...input, reason: copy.claim }),
      ),
  },
  release: {
    right: 'obligation.claim',
    run: (args) =>
      aboutItem(args, copy.done.released, releaseAttempt, (backoffice, input) =>
        backoffice.release({ ...input, reason: copy.release }),
      ),
  },
  'hand-over': {
    right: 'obligation.claim',
    run: async (args) => {
      const to = textIn(args.form, 'para')
      const name = (await args.app.team.members()).find(({ id }) => id === to)?.name ?? ''
      return aboutItem(args, copy.done.handedOver(name), releaseAttempt, (backoffice, input) =>
        backoffice.handOver({ ...input, to, reason: copy.handOver }),
      )
    },
  },
  snooze: {
    right: 'obligation.snooze',
    run: async (args) => {
      const until = readLocalTime(textIn(args.form, 'ate'))
      if (!until) return refused('bad_time', 'ate')
      const reason = textIn(args.form, 'motivo')
      // Absent in a page of an earlier release.
      const revision = args.form.get('revision')
      const seenRevision = revision === null ? undefined : String(revision)
      return aboutItem(args, copy.done.snoozed(writeLocalTime(until)), wake, (backoffice, input) =>
        backoffice.snooze({ ...input, until, reason, seenRevision }),
      )
    },
  },
  wake: {
    right: 'obligation.snooze',
    run: (args) =>
      aboutItem(args, copy.done.woken, undefined, (backoffice, input) =>
        backoffice.wake({ ...input, reason: copy.wake }),
      ),
  },
})

/**
 * Runs an action on the obligation that the form names. The undo form has the fields of `undoOf`, and the version after the action.
 */
async function aboutItem(
  { form, member, app }: Parameters<Parameters<typeof deskAction>[0][string]['run']>[0],
  done: string,
  undoOf: ((before: Before, memberId: string) => Record<string, string>) | undefined,
  work: (
    backoffice: Backoffice,
    input: { kind: ObligationKind; id: string; version: number; actor: string },
  ) => Promise<{ ok: true } | { ok: false; code: string }>,
): Promise<DeskAnswer> {
  const named = readItem(textIn(form, 'item'))
  const version = Number(form.get('version'))
  if (!named || !Number.isInteger(version)) return refused('not_found')
  const before = await app.backoffice.readObligation({ ...named, role: member.role })
  const result = await work(app.backoffice, { ...named, version, actor: member.id })
  if (!result.ok) return refused(result.code)
  if (!undoOf) return { ok: true, done }
  const fields = { ...undoOf(before, member.id), item: writeItem(named), version: String(version + 1) }
  return { ok: true, done, undo: { action: paths.desk(), fields } }
}

/** Restores the earlier claim: none, the member's own, or a colleague's. */
function releaseAttempt(before: Before, memberId: string): Record<string, string> {
  const claimedBy = before?.claimedBy
  if (!claimedBy) return { intent: 'release' }
  return claimedBy === memberId ? { intent: 'claim' } : { intent: 'hand-over', para: claimedBy }
}

function wake(): Record<string, string> {
  return { intent: 'wake' }
}

export default deskPage('queue', QueueScreen)
