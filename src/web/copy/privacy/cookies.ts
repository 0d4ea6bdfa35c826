import { DAY, HOUR, MINUTE, SECOND } from '../../../core/durations.ts'
import { daysText, hoursText, minutesText } from '../../../core/text.ts'
import { DEVICE_LIFETIME, SESSION_LIFETIME, SESSION_MAX_AGE } from '../../../modules/identity/public.ts'
import { type CookieName, cookieLifetimes } from '../../session/cookie-lifetimes.ts'

/** Cookies of the site, all of them. A test compares this list with the code. */
export const cookieRows = [
  {
    name: 'rc_sessao',
    text: `Diz que você entrou na sua conta. Dura ${daysText(SESSION_LIFETIME / DAY)} sem uso e no máximo ${daysText(SESSION_MAX_AGE / DAY)}, ou até você sair. Em conexão segura o nome é __Host-rc_sessao.`,
  },
  {
    name: 'rc_aparelho',
    text: `Diz que você já entrou na sua conta neste aparelho, para que ninguém trave o seu acesso errando a senha em outro lugar. Não diz quem você é. Dura ${daysText(DEVICE_LIFETIME / DAY)} depois de cada entrada. Em conexão segura o nome é __Host-rc_aparelho.`,
  },
  {
    name: 'rc_contratacao',
    text: `Lembra a contratação que você começou, até aceitar o contrato. ${lasts('rc_contratacao')}`,
  },
  { name: 'rc_pedido', text: `Lembra o pedido que você acabou de contratar. ${lasts('rc_pedido')}` },
  { name: 'rc_cobranca', text: `Lembra o Pix que você está pagando. ${lasts('rc_cobranca')}` },
  { name: 'rc_voltar', text: `Lembra a página que você queria ver antes de entrar. ${lasts('rc_voltar')}` },
  {
    name: 'rc_cadastro',
    text: `Lembra que a conta foi criada neste navegador, até você confirmar o e-mail. ${lasts('rc_cadastro')}`,
  },
  {
    name: 'rc_recuperacao',
    text: `Guarda o link de nova senha que você abriu, até a senha ser trocada. ${lasts('rc_recuperacao')}`,
  },
  {
    name: 'rc_resultado',
    text: `Lembra que você confirmou com um código que a consulta é sua. ${lasts('rc_resultado')}`,
  },
  { name: 'rc_avisos', text: `Leva um aviso para a página seguinte. ${lasts('rc_avisos')}` },
] as const

/** Formats the lifetime of a cookie, in the largest unit without a remainder: 'Dura 2 dias.' */
function lasts(name: CookieName): string {
  const span = cookieLifetimes[name] * SECOND
  if (span % DAY === 0) return `Dura ${daysText(span / DAY)}.`
  return `Dura ${span % HOUR === 0 ? hoursText(span / HOUR) : minutesText(span / MINUTE)}.`
}
