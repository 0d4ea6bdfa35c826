import { normalizeEmail } from '../../core/email.ts'
import { normalizePhone } from '../../core/phone.ts'
import { isEmail } from '../identity/public.ts'

/** The contact by which a person without an account proves their identity: one of the two. */
export interface ProvenAddress {
  /** The address in lower case. */
  email?: string | undefined
  /** E.164. */
  phone?: string | undefined
}

/** Parses an address from one field: an e-mail, otherwise a Brazilian telephone; undefined for neither. */
export function readAddress(typed: string): ProvenAddress | undefined {
  if (typed.includes('@')) {
    const email = normalizeEmail(typed)
    return isEmail(email) ? { email } : undefined
  }
  const phone = normalizePhone(typed.trim())
  return phone === undefined ? undefined : { phone }
}
