import { formatInstant } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import { breachWords } from '../../../modules/contracting/public.ts'
import { actionWords, logCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { LogScreen } from '../../desk/log/log-screen.tsx'
import { memberNames } from '../../desk/member-names.server.ts'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 100

/** Loads the team's actions, newest first. */
export const loader = deskLoader(async ({ request, app }) => {
  const { backoffice, contracting, orders } = app
  const search = searchOf('deskLog', request)
  const [verified, check, breaches] = await Promise.all([
    backoffice.lastAuditCheck(),
    contracting.evidenceCheck(),
    contracting.openEvidenceBreaches(),
  ])
  const before = readWholeNumber(search.get('antes') ?? '')
  const subject = search.get('sobre')?.trim().slice(0, 100) || undefined
  const who = search.get('quem') ?? ''
  const actorId = isUuid(who) ? who : undefined
  // Who looks for an order types its number; the log has its id.
  const order = subject && (await orders.findForTeam({ text: subject }))
  const about = order ? order.id : subject
  const rows = await backoffice.latestAudit({ limit: pageSize + 1, subject: about, actorId, before })
  const actors = rows.map((row) => row.actorId)
  const names = await memberNames(app, actorId ? [actorId, ...actors] : actors)
  return {
    rows: rows
      .slice(0, pageSize)
      .map(({ at, actorId: by, detail, previousHash: _, recordHash: __, ...row }) => ({
        ...row,
        at: formatInstant(at),
        who: names.get(by) || by,
        words: actionWords({ ...row, detail }),
      })),
    next: rows.length > pageSize ? rows[pageSize - 1]?.position : undefined,
    isFirst: before === undefined,
    verified: verified && copy.verifiedAt(formatInstant(verified.checkedAt), verified),
    check: check && copy.evidenceAt(formatInstant(check.checkedAt), check.records, check.breaches),
    breaches: breaches.map((breach) => ({
      id: breach.id,
      what: breachWords(breach),
      at: formatInstant(breach.foundAt),
    })),
    members: [...names].map(([id, name]) => ({ id, name: name || id })),
    subject,
    actorId,
  }
})

export const action = deskAction({
  verify: {
    right: 'log.read',
    async run({ app: { backoffice } }) {
      const verified = await backoffice.verifyLogNow({})
      if (!verified) return { ok: true, done: copy.verifiedLater }
      const { records, breach } = verified
      if (breach !== null) return { ok: false, code: 'broken', message: copy.broken(breach) }
      return { ok: true, done: copy.intact(records) }
    },
  },
  'verify-contracts': {
    right: 'log.read',
    async run({ app: { contracting } }) {
      const verified = await contracting.checkAcceptancesNow()
      if (!verified) return { ok: true, done: copy.evidenceLater }
      const { records, breaches } = verified
      if (breaches.length === 0) return { ok: true, done: copy.evidenceIntact(records) }
      const message = copy.evidenceBroken(records, breaches.map(breachWords))
      return { ok: false, code: 'evidence_broken', message }
    },
  },
  'review-breach': {
    right: 'evidence.review',
    async run({ form, member, app: { backoffice } }) {
      const decision = { actor: member.id, reason: textIn(form, 'motivo') }
      const reviewed = await backoffice.reviewBreach({ breachId: textIn(form, 'id'), ...decision })
      return reviewed.ok ? { ok: true, done: copy.evidenceReviewed } : refused(reviewed.code)
    },
  },
})

export default deskPage('log', LogScreen)
