/** Texts of the account pages: specification, sections 2, 5 and 8. */
import { PASSWORD_LENGTH, type PasswordRule, PHRASE_LENGTH, PHRASE_WORDS } from '../../core/password.ts'
import { countInWords, minutesText } from '../../core/text.ts'
import { MAX_PASSWORD_LENGTH } from '../../modules/identity/public.ts'
import { NAME_MIN, PASSWORD_MIN_TYPED, PHONE_MIN } from '../forms/lengths.ts'

export const authCopy = {
  title: 'Acesse sua conta',
  subtitle: 'Entre ou crie uma nova conta',
  description: 'Entre para acompanhar seus serviços, ver seus contratos e pagar suas parcelas.',
  tabsLabel: 'Sua conta',
  tabs: {
    entrar: 'Entrar',
    'criar-conta': 'Criar Conta',
    'esqueci-senha': 'Esqueci Senha',
    'trocar-senha': 'Trocar Senha',
  },
  withoutCookies: {
    title: 'Seu navegador está bloqueando os cookies',
    text: 'Sem eles, este site não consegue reconhecer você depois que você entra. Permita os cookies deste site nas configurações do navegador e atualize a página.',
  },
  reasonsTitle: 'Com sua conta você',
  reasons: [
    'acompanha cada etapa do seu serviço',
    'vê o que já pagou e o que falta pagar',
    'guarda o contrato que aceitou',
  ],
  email: 'E-mail',
  password: 'Senha',
  confirmPassword: 'Confirmar senha',
  currentPassword: 'Senha atual',
  newPassword: 'Nova senha',
  confirmNewPassword: 'Confirmar nova senha',
  passwordHint: `Pelo menos ${PASSWORD_LENGTH} caracteres, com letra minúscula, maiúscula, um número e um símbolo: @ $ ! % * ? &. Ou uma frase de ${PHRASE_LENGTH} letras ou mais, com ${countInWords(PHRASE_WORDS)} palavras.`,
  passwordRules: {
    length: `${PASSWORD_LENGTH} ou mais caracteres`,
    upper: 'letra maiúscula',
    lower: 'letra minúscula',
    digit: 'número',
    symbol: 'símbolo: @ $ ! % * ? &',
  } satisfies Record<PasswordRule, string>,
  passwordPhrase: `Ou uma frase de ${PHRASE_LENGTH} letras ou mais, com ${countInWords(PHRASE_WORDS)} palavras.`,
  /** Announced once to screen reader users, who cannot see the check marks. */
  passwordComplete: 'A senha já tem tudo o que precisa.',
  signIn: 'Entrar',
  signInBusy: 'Entrando...',
  forgot: 'Esqueci minha senha',
  signUp: 'Criar Conta',
  signUpBusy: 'Criando conta...',
  signUpMore: 'Só precisamos do e-mail e de uma senha. O restante você informa quando contratar.',
  reset: 'Enviar link',
  resetBusy: 'Enviando...',
  resetLead:
    'Vamos enviar um link para o seu e-mail. Com ele você escolhe outra senha. Se ele não chegar em alguns minutos, olhe a caixa de spam.',
  /** Does not say whether the address has an account. */
  resetAsked: {
    title: 'Agora abra o seu e-mail',
    text: 'Se este endereço tem conta, o link chega em alguns minutos. Não chegou? Olhe a caixa de spam, ou confira o endereço e peça de novo.',
  },
  change: 'Alterar Senha',
  changeLead: 'Sua conta vai sair de todos os outros aparelhos.',
  updateBusy: 'Atualizando...',
  recovery: 'Definir Nova Senha',
  recoveryAccount: 'Você está escolhendo a nova senha da conta',
  recoveryOther: ({ email, other }: { email: string; other: string }) =>
    `Neste aparelho você entrou como ${other}, e vai continuar assim. A nova senha vale só para ${email}.`,
  recoverySave: 'Salvar Nova Senha',
  demoMail: 'Nesta demonstração nenhum e-mail sai daqui:',
  demoMailLink: 'veja as mensagens',
} as const

export const createAccountCopy = {
  title: 'Criar conta',
  subtitle: 'Leva menos de dois minutos e não custa nada.',
  description: 'Crie sua conta para contratar um serviço e acompanhar cada etapa.',
  tipoConta: 'Tipo de conta',
  pessoal: 'Pessoa Física',
  pessoalHow: 'Para você, com CPF',
  empresa: 'Pessoa Jurídica',
  empresaHow: 'Para sua empresa, com o CNPJ dela e o nome de quem responde por ela',
  nome: 'Nome completo',
  email: 'E-mail',
  emailHint: 'Vamos enviar um link para confirmar este endereço.',
  telefone: 'Telefone com DDD',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  senha: 'Senha',
  confirmarSenha: 'Confirmar senha',
  haveAccount: 'Já tem conta?',
  enter: 'Entrar',
} as const

/** Error messages of the fields: specification, section 5. */
export const authFieldErrors = {
  email: 'Email inválido',
  password6: `Senha deve ter pelo menos ${PASSWORD_MIN_TYPED} caracteres`,
  password8: `Senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres`,
  newPassword8: `Nova senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres`,
  passwordClasses:
    'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial',
  passwordCommon: 'Esta senha é fácil de adivinhar. Escolha outra.',
  passwordLong: `Senha deve ter no máximo ${MAX_PASSWORD_LENGTH} caracteres`,
  mismatch: 'Senhas não coincidem',
  currentPassword: 'Digite sua senha atual',
  nome: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  telefone: `Telefone deve ter pelo menos ${PHONE_MIN} caracteres`,
  documento: 'Documento inválido',
  tipoConta: 'Selecione o tipo de conta',
} as const

/** Toasts: specification, section 8. */
export const authToasts = {
  signInFailed: 'Erro no login',
  overloaded: 'Muita gente está entrando neste momento. Espere um minuto e tente outra vez.',
  invalidCredentials: 'Email ou senha inválidos.',
  emailUnconfirmed: 'Confirme seu e-mail antes de entrar. Enviamos um link para você.',
  signedIn: { title: 'Login realizado com sucesso!', text: 'Bem-vindo de volta!' },
  /** The session was over when a form was sent. */
  sessionEnded: {
    title: 'Entre de novo para continuar',
    text: 'Sua sessão terminou, e o que você acabou de enviar não foi feito.',
  },
  /** A form was sent from a page that was opened under another account. */
  otherAccount: (email: string) => ({
    title: 'Esta página era de outra conta',
    text: `Nada foi enviado. Agora está aberta a conta ${email}.`,
  }),
  signUpFailed: 'Erro ao criar conta',
  signedUp: { title: 'Conta criada com sucesso!', text: 'Verifique seu email para confirmar a conta.' },
  resetFailed: 'Erro ao enviar email',
  resetSent: { title: 'Email enviado!', text: 'Verifique seu email para redefinir a senha.' },
  recoveryFailed: 'Erro ao definir nova senha',
  recoveryBroken: 'Erro ao redefinir senha',
  recoveryLink: 'Este link já foi usado ou venceu. Peça outro aqui.',
  /** Who is signed in gets no form that requests one. */
  recoveryLinkSignedIn: 'Este link já foi usado ou venceu. Para pedir outro, saia da sua conta.',
  recovered: { title: 'Senha atualizada!', text: 'Sua senha foi redefinida com sucesso.' },
  recoveredOther: {
    title: 'Senha atualizada!',
    text: 'Sua senha foi redefinida com sucesso. Você continua na conta em que já estava.',
  },
  error: 'Erro',
  wrongCurrentPassword: 'Senha atual incorreta',
  changeFailed: 'Erro ao alterar senha',
  changed: { title: 'Senha alterada com sucesso!', text: 'Sua senha foi atualizada.' },
  alreadyConfirmed: { title: 'Seu e-mail já está confirmado.', text: 'É só entrar.' },
  confirmationLink: {
    title: 'Este link não vale mais.',
    text: 'Entre com seu e-mail e sua senha. Se faltar confirmar, enviamos outro link.',
  },
  signedOut: { title: 'Você saiu da sua conta.' },
} as const

/** Returns 'Muitas tentativas. Tente novamente em 12 minutos.', or 'em alguns segundos' when at most half a minute is left. */
export function tooManyAttempts(retryAt: Date, now: Date): string {
  const left = retryAt.getTime() - now.getTime()
  if (left <= 30_000) return 'Muitas tentativas. Tente novamente em alguns segundos.'
  const minutes = Math.ceil(left / 60_000)
  return `Muitas tentativas. Tente novamente em ${minutesText(minutes)}.`
}
