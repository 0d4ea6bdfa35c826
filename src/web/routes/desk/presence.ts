import { isUuid } from '../../../core/ids.ts'
import { deskAction, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

/** Records that a tab shows an order, and returns who else has it open; or records that it no longer shows it. */
export const action = deskAction({
  here: {
    right: 'order.read',
    async run({ form, member, app: { backoffice } }) {
      const tab = tabIn(form)
      const orderId = textIn(form, 'pedido')
      if (!tab || !isUuid(orderId)) return refused('not_found')
      await backoffice.openTab({ tab, memberId: member.id, orderId })
      return { ok: true, done: '', found: await backoffice.readViewers() }
    },
  },
  gone: {
    right: 'order.read',
    async run({ form, member, app: { backoffice } }) {
      const tab = tabIn(form)
      if (tab) await backoffice.closeTab({ tab, memberId: member.id })
      return { ok: true, done: '', found: {} }
    },
  },
})

function tabIn(form: FormData): string | undefined {
  const tab = textIn(form, 'aba')
  return isUuid(tab) ? tab : undefined
}
