import { daysText, hoursText } from '../../core/text.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import { day, hour, LINK_LIFETIME } from './domain/lifetimes.ts'
import type { IdentityMessageKind } from './message-kinds.ts'

type EmailContent = WrittenMessage & { kind: IdentityMessageKind }

/** E-mails about the account. Each says what to do if the recipient did not request it. */

export function confirmationEmail(link: string): EmailContent {
  return {
    kind: 'account.confirm',
    ...write({
      subject: 'Confirme seu e-mail',
      nome: '',
      title: 'Confirme que este e-mail é seu',
      preheader: 'Falta só um toque para a sua conta funcionar.',
      lines: [
        'Toque no botão para ativar a sua conta.',
        `Ele vale por ${daysText(LINK_LIFETIME.confirm_email / day)}. Se abrir em outro aparelho, digite nele a senha que você criou.`,
      ],
      action: { label: 'Confirmar meu e-mail', url: link },
      note: 'Não criou uma conta? Ignore esta mensagem: nada acontece.',
    }),
  }
}

export function alreadyRegisteredEmail(signIn: string): EmailContent {
  return {
    kind: 'account.exists',
    ...write({
      subject: 'Você já tem uma conta',
      nome: '',
      title: 'Você já tem uma conta',
      preheader: 'Nada mudou nela.',
      lines: [
        'Alguém pediu para criar uma conta com este e-mail, mas você já tem uma. Nada mudou nela.',
        'Esqueceu a senha? A página de entrada envia um link para você escolher outra.',
      ],
      action: { label: 'Entrar na minha conta', url: signIn },
      note: 'Não foi você? Ignore esta mensagem.',
    }),
  }
}

export function resetEmail(link: string): EmailContent {
  return {
    kind: 'account.reset',
    ...write({
      subject: 'Redefina sua senha',
      nome: '',
      title: 'Escolha uma nova senha',
      preheader: 'O botão funciona uma vez.',
      lines: [
        'Recebemos um pedido para trocar a sua senha.',
        `O botão vale por ${hoursText(LINK_LIFETIME.reset_password / hour)} e funciona uma vez.`,
      ],
      action: { label: 'Escolher nova senha', url: link },
      note: 'Não foi você? Ignore esta mensagem: sua senha continua a mesma.',
    }),
  }
}

export function passwordChangedEmail(reset: string): EmailContent {
  return {
    kind: 'account.password-changed',
    ...write({
      subject: 'Sua senha foi alterada',
      nome: '',
      title: 'Sua senha foi alterada',
      preheader: 'Foi você? Então não precisa fazer nada.',
      lines: [
        'A senha da sua conta mudou agora, e a conta saiu de todos os outros aparelhos.',
        'Foi você? Então não precisa fazer nada. Se não foi, troque a senha agora.',
      ],
      action: { label: 'Não fui eu: trocar a senha', url: reset },
    }),
  }
}
