import { counted } from '../../core/text.ts'

// What the browser's scripts say on the pages of payments. Apart from payments.ts, so that they load nothing else.

export const approvedCopy = {
  title: 'Pagamento aprovado!',
  text: 'Estamos levando você para os próximos passos.',
} as const

export function selectedCount(count: number): string {
  if (count === 0) return 'Nenhuma parcela selecionada'
  return counted(count, 'parcela selecionada', 'parcelas selecionadas')
}

/** 1859 seconds → '30:59'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
