import { formatDate, formatInstant } from '../../../core/calendar.ts'
import { concealEmail } from '../../../core/email.ts'
import { formatBRL } from '../../../core/money.ts'
import { concealPhone, formatPhone } from '../../../core/phone.ts'
import { proposalsCopy as copy } from '../../copy/desk-proposals.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { ProposalScreen } from '../../desk/proposals/proposal-screen.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads a request for a proposal: its content, its sender, and the answer. Contact data are masked. */
export const loader = deskLoader(async ({ params, app: { proposals } }) => {
  const asked = await proposals.proposalOf({ proposalId: params.id ?? '' })
  if (!asked) return undefined
  const { name, status, answer, answeredAt, vehicleBrand, vehicleModel, vehicleYear } = asked
  return {
    name,
    status,
    answer,
    answeredAt: answeredAt ? formatInstant(answeredAt) : '',
    facts: [
      [copy.facts.asked, formatInstant(asked.createdAt)],
      [copy.facts.vehicle, [vehicleBrand, vehicleModel, vehicleYear].join(' ')],
      [copy.facts.value, formatBRL(asked.vehicleValue)],
      [copy.facts.income, formatBRL(asked.income)],
    ] as [string, string][],
    born: concealDay(formatDate(asked.birthDate)),
    phone: concealPhone(asked.phone),
    email: concealEmail(asked.email),
  }
})

/** Returns '••/••/1990'. */
function concealDay(date: string): string {
  return date.replace(/^\d\d\/\d\d/, '••/••')
}

export const action = deskAction({
  reveal: {
    right: 'customer.reveal',
    async run({ params, member, app: { backoffice } }) {
      const asked = { proposalId: params.id ?? '', actor: member.id, reason: copy.revealReason }
      const seen = await backoffice.revealProposal(asked)
      if (!seen.ok) return refused(seen.code)
      const { birthDate, phone, email } = seen.value
      const person = { born: formatDate(birthDate), phone: formatPhone(phone), email }
      return { ok: true, done: copy.shown, found: { person } }
    },
  },
  answer: {
    right: 'proposal.answer',
    async run({ params, form, member, app: { backoffice } }) {
      const answered = await backoffice.answerProposal({
        proposalId: params.id ?? '',
        words: textIn(form, 'resposta'),
        actor: member.id,
        reason: copy.answerReason,
      })
      return answered.ok ? { ok: true, done: copy.answered } : refused(answered.code, 'resposta')
    },
  },
  trust: {
    right: 'proposal.answer',
    async run({ params, member, app: { backoffice } }) {
      const input = { proposalId: params.id ?? '', actor: member.id, reason: copy.trustReason }
      const trusted = await backoffice.trustProposal(input)
      return trusted.ok ? { ok: true, done: copy.trusted } : refused(trusted.code)
    },
  },
})

export default deskPage('proposal', ProposalScreen)
