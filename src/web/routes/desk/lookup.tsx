import { formatCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { LookupScreen } from '../../desk/lookups/lookup-screen.tsx'
import { answerTo, deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads a look-up with everything that was done with it. Its subject is masked; the text of the result is not included. */
export const loader = deskLoader(async ({ params, app: { consultations, clock } }) => {
  const detail = await consultations.forTeam({ id: params.id ?? '' })
  if (!detail) return undefined
  const open = await consultations.listForTeam({ list: 'open', limit: 2 })
  return {
    ...detail,
    nextId: open.find(({ id }) => id !== detail.id)?.id,
    now: clock.now(),
  }
})

type Args = ScreenArgs & { form: FormData }

export const action = deskAction({
  reveal: {
    right: 'customer.reveal',
    async run({ params, member, app }) {
      const asked = { actor: member.id, reason: copy.revealReason, consultationId: params.id ?? '' }
      const seen = await app.backoffice.revealLookup(asked)
      if (!seen.ok) return refused(seen.code)
      const { cpf, name, phone, email } = seen.value
      return {
        ok: true,
        done: copy.done.shown,
        found: { subject: { name, cpf: formatCpf(cpf), phone: formatPhone(phone), email } },
      }
    },
  },
  deliver: { right: 'lookup.deliver', run: deliver },
  'open-result': {
    right: 'lookup.open',
    async run({ params, form, member, app }) {
      const resultId = textIn(form, 'resultado')
      const asked = { actor: member.id, reason: copy.openReason, consultationId: params.id ?? '', resultId }
      const seen = await app.backoffice.openLookupResult(asked)
      if (!seen.ok) return refused(seen.code)
      const { text, file } = seen.value
      return { ok: true, done: copy.done.opened, found: { resultId, text, file } }
    },
  },
  refund: {
    right: 'lookup.refund',
    run: (args) => decide(args, true),
  },
  keep: {
    right: 'lookup.refund',
    run: (args) => decide(args, false),
  },
  'send-link': {
    right: 'lookup.link',
    async run({ params, member, app }) {
      const asked = { actor: member.id, reason: copy.link.sendReason, consultationId: params.id ?? '' }
      return answerTo(await app.backoffice.sendResultLink(asked), copy.done.sent)
    },
  },
  'revoke-link': {
    right: 'lookup.revoke-link',
    async run({ params, form, member, app }) {
      const asked = { actor: member.id, reason: reasonIn(form), consultationId: params.id ?? '' }
      return answerTo(await app.backoffice.revokeResultLinks(asked), copy.done.revoked)
    },
  },
})

/** Delivers pasted text or an uploaded file. Refused if the member saw a version that is no longer the newest. */
async function deliver({ params, form, member, app }: Args): Promise<DeskAnswer> {
  const seenVersion = Number(form.get('versao'))
  if (!Number.isInteger(seenVersion)) return refused('not_found')
  const given = form.get('arquivo')
  const file =
    given instanceof File && given.size > 0
      ? { name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) }
      : undefined
  const delivered = await app.backoffice.deliverLookup({
    actor: member.id,
    reason: seenVersion > 0 ? copy.correct.reason : copy.deliver.reason,
    consultationId: params.id ?? '',
    seenVersion,
    text: textIn(form, 'texto'),
    file,
    correction: textIn(form, 'mudou'),
  })
  if (!delivered.ok) return refused(delivered.code, delivered.code === 'no_correction' ? 'mudou' : 'texto')
  return { ok: true, done: delivered.value > 1 ? copy.done.corrected : copy.done.delivered }
}

async function decide({ params, form, member, app }: Args, refund: boolean): Promise<DeskAnswer> {
  const decision = { consultationId: params.id ?? '', refund, actor: member.id, reason: reasonIn(form) }
  const decided = await app.backoffice.decideLateRefund(decision)
  return answerTo(decided, refund ? copy.done.refunded : copy.done.kept)
}

function reasonIn(form: FormData): string {
  return textIn(form, 'motivo')
}

export default deskPage('lookup', LookupScreen)
