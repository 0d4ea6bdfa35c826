import type { Profile } from './person.ts'

/** The link of a confirmation e-mail, as stored. It proves an address and nothing else. */
export interface ConfirmationLink {
  email: string
  expiresAt: Date
  /** When the address was confirmed; null while it is unconfirmed. */
  closedAt: Date | null
  /** The sign-up that it was sent for; undefined for a link from before sign-ups had their own rows. */
  signUp?: OwnSignUp
}

/** The data typed in a browser at its sign-up. */
export interface OwnSignUp {
  email: string
  passwordHash: string
  profile: Profile
  /** The hiring that continues after the confirmation. */
  hiringDraftId: string | null
}

/**
 * What the page of a confirmation link requests: in the browser that signed up for this address a button is enough; in any
 * other one the person types a password: the password of the sign-up proves that the sign-up is theirs (`typed`), any
 * other one only sets the password. `other_account`: another account is signed in here, and a link never replaces a
 * session.
 */
export type ConfirmationStep =
  | { step: 'link_invalid' | 'already_confirmed' }
  | { step: 'other_account'; email: string }
  | { step: 'set_password'; email: string; typed: OwnSignUp | undefined }
  | { step: 'press_button'; email: string; own: OwnSignUp }

/**
 * Decides who may confirm an address. The link proves that the person reads the mailbox; their password and profile are
 * known only from their own browser or from what they type at the link.
 *
 * @param own the sign-up of this browser, for any address
 * @param viewerEmail the address of the signed-in user
 */
export function confirmationStep({
  link,
  own,
  viewerEmail,
  now,
}: {
  link: ConfirmationLink | undefined
  own: OwnSignUp | undefined
  viewerEmail: string | undefined
  now: Date
}): ConfirmationStep {
  if (!link) return { step: 'link_invalid' }
  if (link.closedAt) return { step: 'already_confirmed' }
  if (link.expiresAt <= now) return { step: 'link_invalid' }
  const { email } = link
  if (viewerEmail !== undefined && viewerEmail !== email) return { step: 'other_account', email }
  return own?.email === email
    ? { step: 'press_button', email, own }
    : { step: 'set_password', email, typed: link.signUp }
}
