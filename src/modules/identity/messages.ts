import { daysText, hoursText } from '../../core/text.ts'
import type { MessageToSend } from '../notifications/index.server.ts'
import { day, hour, LINK_LIFETIME } from './domain/lifetimes.ts'
import type { IdentityMessageKind } from './message-kinds.ts'

type EmailContent = Pick<MessageToSend<IdentityMessageKind>, 'kind' | 'subject' | 'text'>

/** E-mails about the account. Each says what to do if the recipient did not request it. */

export function confirmationEmail(link: string): EmailContent {
  return {
    kind: 'account.confirm',
    subject: 'Confirme seu e-mail',
    text: `Olá!

Para ativar sua conta, abra o link e confirme que este e-mail é seu:

${link}

O link vale por ${daysText(LINK_LIFETIME.confirm_email / day)}. Em outro aparelho, a página pede que você escolha a senha ali.

Se você não criou uma conta, ignore esta mensagem: nada acontece.`,
  }
}

export function alreadyRegisteredEmail({ signIn, reset }: { signIn: string; reset: string }): EmailContent {
  return {
    kind: 'account.exists',
    subject: 'Você já tem uma conta',
    text: `Olá!

Alguém pediu para criar uma conta com este e-mail, mas você já tem uma. Nada foi alterado.

Para entrar: ${signIn}

Esqueceu a senha? Peça outra: ${reset}

Se não foi você, ignore esta mensagem.`,
  }
}

export function resetEmail(link: string): EmailContent {
  return {
    kind: 'account.reset',
    subject: 'Redefina sua senha',
    text: `Olá!

Recebemos um pedido para redefinir a sua senha. Escolha a nova senha aqui:

${link}

O link vale por ${hoursText(LINK_LIFETIME.reset_password / hour)} e funciona uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.`,
  }
}

export function passwordChangedEmail(reset: string): EmailContent {
  return {
    kind: 'account.password-changed',
    subject: 'Sua senha foi alterada',
    text: `Olá!

A senha da sua conta foi alterada agora, e ela saiu de todos os outros aparelhos.

Se não foi você, redefina a senha imediatamente: ${reset}`,
  }
}
