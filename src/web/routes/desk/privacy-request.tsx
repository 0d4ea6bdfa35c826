import { formatInstant } from '../../../core/calendar.ts'
import { dataKinds, keptData } from '../../../core/kept-data.ts'
import { recordFrom } from '../../../core/records.ts'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { keptWords, untilText } from '../../copy/privacy/kept-data.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { PrivacyRequestScreen } from '../../desk/privacy/request-screen.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Names of all kinds, for the last message. */
const keptNames = recordFrom(dataKinds, (kind) => keptWords[kind].name)

/** Loads one request, and the effects of an erasure. */
export const loader = deskLoader(async ({ params, app: { privacy, identity } }) => {
  const request = await privacy.requestForTeam({ requestId: params.id ?? '' })
  if (!request) return undefined
  const { kind, status, words, answer, createdAt, dueAt, decidedAt, decidedBy, userId, address, plan } =
    request
  const names = await identity.namesOf([userId, decidedBy].filter((id) => id !== undefined))
  return {
    kind,
    status,
    words,
    answer,
    userId,
    person: (userId ? names.get(userId) : address) ?? '',
    requestedAt: formatInstant(createdAt),
    due: formatInstant(dueAt),
    decided: decidedAt && formatInstant(decidedAt),
    decidedBy: decidedBy && names.get(decidedBy),
    plan: plan && {
      blocks: plan.blocks.map((block) => copy.blocks[block]),
      deleted: plan.deleted.map((each) => keptWords[each].name),
      kept: plan.kept.map((each) => `${keptWords[each].name}: ${untilText(each)} ${keptData[each].law}.`),
    },
  }
})

export const action = deskAction({
  answer: {
    right: 'privacy.answer',
    async run({ params, form, member, app: { backoffice } }) {
      const answered = await backoffice.answerPrivacyRequest({
        requestId: params.id ?? '',
        words: textIn(form, 'resposta'),
        isMet: form.get('atendido') === '1',
        actor: member.id,
        reason: copy.replyReason,
      })
      return answered.ok ? { ok: true, done: copy.replied } : refused(answered.code, 'resposta')
    },
  },
  erase: {
    right: 'privacy.erase',
    async run({ params, form, member, app: { backoffice } }) {
      if (form.get('conferi') === null) return { ok: false, code: 'not_sure', message: copy.sureMissing }
      const erased = await backoffice.erasePerson({
        requestId: params.id ?? '',
        keptNames,
        actor: member.id,
        reason: copy.eraseReason,
      })
      return erased.ok ? { ok: true, done: copy.erased } : refused(erased.code)
    },
  },
})

export default deskPage('privacyRequest', PrivacyRequestScreen)
