import { DAY, HOUR } from '../../core/durations.ts'
import type { Wording } from '../../core/message-wording.ts'
import { daysText, hoursText } from '../../core/text.ts'
import { LINK_LIFETIME } from './domain/lifetimes.ts'
import type { IdentityMessageKind } from './message-kinds.ts'

/**
 * The words of the e-mails about the account. The texts that state how long a link works, and what to do if the recipient did not
 * request it, are fixed, because people use them to recognise a forged message.
 */
export const identityWordings = {
  'account.confirm': {
    subject: 'Confirme seu e-mail',
    title: 'Confirme que este e-mail é seu',
    preheader: 'Falta só um toque para a sua conta funcionar.',
    lines: ['Toque no botão para ativar a sua conta.', '{validade}'],
    action: 'Confirmar meu e-mail',
    note: '{nao_foi_voce}',
    names: {},
    fixed: {
      validade: `Ele vale por ${daysText(LINK_LIFETIME.confirm_email / DAY)}. Se abrir em outro aparelho, digite nele a senha que você criou.`,
      nao_foi_voce: 'Não criou uma conta? Ignore esta mensagem: nada acontece.',
    },
    isNameless: true,
  },
  'account.exists': {
    subject: 'Você já tem uma conta',
    title: 'Você já tem uma conta',
    preheader: 'Nada mudou nela.',
    lines: ['{o_que_houve}', 'Esqueceu a senha? A página de entrada envia um link para você escolher outra.'],
    action: 'Entrar na minha conta',
    note: '{nao_foi_voce}',
    names: {},
    fixed: {
      o_que_houve: 'Alguém pediu para criar uma conta com este e-mail, mas você já tem uma. Nada mudou nela.',
      nao_foi_voce: 'Não foi você? Ignore esta mensagem.',
    },
    isNameless: true,
  },
  'account.reset': {
    subject: 'Redefina sua senha',
    title: 'Escolha uma nova senha',
    preheader: 'O botão funciona uma vez.',
    lines: ['Recebemos um pedido para trocar a sua senha.', '{validade}'],
    action: 'Escolher nova senha',
    note: '{nao_foi_voce}',
    names: {},
    fixed: {
      validade: `O botão vale por ${hoursText(LINK_LIFETIME.reset_password / HOUR)} e funciona uma vez.`,
      nao_foi_voce: 'Não foi você? Ignore esta mensagem: sua senha continua a mesma.',
    },
    isNameless: true,
  },
  'account.password-changed': {
    subject: 'Sua senha foi alterada',
    title: 'Sua senha foi alterada',
    preheader: 'Foi você? Então não precisa fazer nada.',
    lines: ['{o_que_houve}', '{nao_foi_voce}'],
    action: 'Não fui eu: trocar a senha',
    names: {},
    fixed: {
      o_que_houve: 'A senha da sua conta mudou agora, e a conta saiu de todos os outros aparelhos.',
      nao_foi_voce: 'Foi você? Então não precisa fazer nada. Se não foi, troque a senha agora.',
    },
    isNameless: true,
  },
  'account.phone-changed': {
    subject: 'Seu telefone foi alterado',
    title: 'O telefone da sua conta mudou',
    preheader: 'Foi você? Então não precisa fazer nada.',
    lines: ['{o_que_houve}', '{nao_foi_voce}'],
    action: 'Não fui eu: trocar a senha',
    names: {},
    fixed: {
      o_que_houve:
        'O telefone da sua conta foi trocado agora. É pelo novo que a equipe passa a falar com você.',
      nao_foi_voce:
        'Foi você? Então não precisa fazer nada. Se não foi, troque a senha agora e corrija o telefone em Minha Conta.',
    },
    isNameless: true,
  },
} as const satisfies Record<IdentityMessageKind, Wording>
