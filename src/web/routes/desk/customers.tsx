import { customersCopy as copy } from '../../copy/desk-customers.ts'
import { CustomersScreen } from '../../desk/customers/customers-screen.tsx'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

export const loader = deskLoader(async () => ({}))

/** Handles a search, which is posted: the typed text may be a CPF, which must be in no URL and no log. */
export const action = deskAction({
  search: {
    right: 'customer.search',
    async run({ form, member, app: { backoffice } }) {
      const text = textIn(form, 'busca').slice(0, 100)
      const searched = await backoffice.searchDesk({ actor: member.id, text })
      if (!searched.ok) return refused(searched.code)
      const found = searched.value
      return { ok: true, done: copy.results(found.length), found: { text, found } }
    },
  },
})

export default deskPage('customers', CustomersScreen)
