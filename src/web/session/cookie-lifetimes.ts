import { DAY, HOUR, MINUTE, SECOND } from '../../core/durations.ts'
import { proofRule } from '../../modules/consultations/public.ts'
import { LINK_LIFETIME } from '../../modules/identity/public.ts'

const [minute, hour, day] = [MINUTE, HOUR, DAY].map((span) => span / SECOND) as [number, number, number]

/** `Max-Age` of each cookie, in seconds. The session cookie is valid as long as its session: `SESSION_LIFETIME` of identity. */
export const cookieLifetimes = {
  rc_avisos: minute,
  rc_contratacao: 2 * day,
  rc_pedido: day,
  rc_cobranca: day,
  rc_voltar: hour,
  rc_cadastro: LINK_LIFETIME.confirm_email / SECOND,
  rc_recuperacao: LINK_LIFETIME.reset_password / SECOND,
  rc_resultado: proofRule.proofLasts * minute,
} as const
export type CookieName = keyof typeof cookieLifetimes
