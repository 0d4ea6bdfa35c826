import { customersCopy as copy } from '../../copy/desk-customers.ts'
import { CustomersScreen } from '../../desk/customers/customers-screen.tsx'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskAction, deskLoader } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

export const loader = deskLoader(async () => ({}))

/** Handles a search, which is posted: the typed text may be a CPF, which must be in no URL and no log. */
export const action = deskAction({
  search: {
    right: 'customer.read',
    async run({ form, app: { backoffice } }) {
      const text = String(form.get('busca') ?? '').slice(0, 100)
      const found = await backoffice.searchDesk({ text })
      return { ok: true, done: copy.results(found.length), found: { text, found } }
    },
  },
})

export default deskPage('customers', CustomersScreen)
