import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'

/** Texts that the service worker shows without a network. */
export const noNetworkCopy = {
  title: 'Sem internet',
  text: 'Esta página não está guardada neste aparelho, e nada foi enviado. Tente de novo quando a internet voltar.',
  retry: 'Tentar de novo',
} as const

/** Formats when a page was last loaded: 'Sem internet: visto às 14h32', or 'Sem internet: visto em 21/11/2026 às 14h32'. */
export function seenText(seenAt: Date, now: Date): string {
  const [day = '', time = ''] = formatInstant(seenAt).split(' às ')
  const isToday = day === formatDate(todayInSaoPaulo(now))
  return `Sem internet: visto ${isToday ? '' : `em ${day} `}às ${time.replace(':', 'h')}`
}
