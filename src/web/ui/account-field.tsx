import { createContext, useContext } from 'react'

/** Which account a page was made for; undefined for a guest. Set by the root layout, and by a page that React hydrates. */
export const AccountContext = createContext<string | undefined>(undefined)

/**
 * Names in a form the account that its page was made for. Sent while another account is signed in, as from a tab that stayed open,
 * the form is refused (session/viewer.server.ts): what one person typed would be stored as another's.
 */
export function AccountField() {
  const account = useContext(AccountContext)
  return account && <input type="hidden" name="conta" value={account} />
}
