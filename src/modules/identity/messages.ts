import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import type { IdentityMessageKind } from './message-kinds.ts'
import { identityWordings } from './wordings.ts'

type EmailContent = WrittenMessage & { kind: IdentityMessageKind }

/** E-mails about the account. Each says what to do if the recipient did not request it. */

export function confirmationEmail(link: string): EmailContent {
  return { kind: 'account.confirm', ...writeMessage(identityWordings, 'account.confirm', { url: link }) }
}

export function alreadyRegisteredEmail(signIn: string): EmailContent {
  return { kind: 'account.exists', ...writeMessage(identityWordings, 'account.exists', { url: signIn }) }
}

export function resetEmail(link: string): EmailContent {
  return { kind: 'account.reset', ...writeMessage(identityWordings, 'account.reset', { url: link }) }
}

export function passwordChangedEmail(reset: string): EmailContent {
  return {
    kind: 'account.password-changed',
    ...writeMessage(identityWordings, 'account.password-changed', { url: reset }),
  }
}

export function phoneChangedEmail(reset: string): EmailContent {
  return {
    kind: 'account.phone-changed',
    ...writeMessage(identityWordings, 'account.phone-changed', { url: reset }),
  }
}
