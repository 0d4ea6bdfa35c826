const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long each cookie of ours is kept, in seconds; that of the session has the lifetime of the session. */
export const cookieLifetimes = {
  rc_avisos: minute,
  rc_contratacao: 2 * day,
  rc_pedido: day,
  rc_cobranca: day,
  rc_voltar: hour,
} as const
export type CookieName = keyof typeof cookieLifetimes
