/** Texts shown between sign-up and the confirmation of the e-mail address. */

import { DAY } from '../../core/durations.ts'
import { daysText } from '../../core/text.ts'
import { LINK_LIFETIME } from '../../modules/identity/public.ts'

export const checkEmailCopy = {
  title: 'Confira seu e-mail',
  description: 'Abra o link que enviamos para confirmar que o endereço é seu.',
  lead: (email: string) => `Enviamos um link para ${email}. Abra a mensagem e toque no botão dela.`,
  steps: [
    'Abra o e-mail neste mesmo aparelho: aqui basta um toque.',
    'Em outro aparelho, digite lá a senha que você acabou de criar.',
    `O link vale por ${daysText(LINK_LIFETIME.confirm_email / DAY)}.`,
  ],
  open: (webmail: string) => `Abrir o ${webmail}`,
  draftKept: 'Sua escolha está guardada: depois de confirmar, você segue para o contrato.',
  missing: 'Não chegou?',
  missingHint: 'Olhe a caixa de spam. Pode levar alguns minutos.',
  resend: 'Enviar de novo',
  resendBusy: 'Enviando...',
  meant: 'O endereço está certo?',
  meantHint: (email: string) => `Parece que uma letra ficou trocada. Você quis dizer ${email}?`,
  correctTo: 'Sim, corrigir e enviar',
  wrong: 'O endereço está errado?',
  email: 'E-mail certo',
  correct: 'Corrigir e enviar',
  correctBusy: 'Enviando...',
  confirmed: 'Já confirmou?',
  enter: 'Entrar',
} as const

export const checkEmailToasts = {
  resent: { title: 'E-mail enviado de novo', text: 'Confira a caixa de entrada e o spam.' },
  corrected: { title: 'Endereço corrigido', text: 'Enviamos o link para o novo endereço.' },
  failed: 'Erro ao enviar email',
} as const

export const confirmCopy = {
  title: 'Confirme seu e-mail',
  description: 'Confirme que o endereço é seu para ativar a conta.',
  button: {
    lead: (email: string) => `Sua conta é ${email}. Falta só um toque.`,
    note: 'Nas próximas vezes, entre com a senha que você criou.',
    submit: 'Confirmar e entrar',
  },
  password: {
    lead: (email: string) =>
      `Alguém pediu uma conta com o e-mail ${email}. Se foi você, digite aqui a sua senha.`,
    note: 'Você está em outro aparelho ou navegador. Com a senha que você criou, seus dados vêm junto. Com outra, por segurança, você informa os dados de novo.',
    label: 'Senha',
    submit: 'Salvar senha e entrar',
    notYou: 'Não pediu uma conta? Feche esta página. Sem a sua confirmação, a conta não existe.',
  },
  other: {
    lead: (signedIn: string, asked: string) =>
      `Neste navegador a conta ${signedIn} está aberta, e o link é de ${asked}.`,
    note: 'Para confirmar, saia primeiro e abra o link do e-mail outra vez.',
    submit: 'Sair desta conta',
  },
  busy: 'Confirmando...',
} as const

export const confirmToasts = {
  confirmed: { title: 'E-mail confirmado!', text: 'Você já entrou na sua conta.' },
  failed: 'Erro ao confirmar e-mail',
} as const
