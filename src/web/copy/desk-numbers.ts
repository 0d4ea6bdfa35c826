/** Texts of the desk's figures. */
import { formatDate, monthName } from '../../core/calendar.ts'
import { FIRST_CONTACT_HOURS } from '../../core/commitments.ts'
import { counted, daysText, hoursText, numberText } from '../../core/text.ts'
import type { PromiseKind, WayStage } from '../../modules/numbers/index.server.ts'
import type { Days, Period, PeriodName, Unit } from '../../modules/numbers/public.ts'

export const numbersCopy = {
  title: 'Números',
  period: 'Período',
  periods: {
    '7': daysText(7),
    '30': daysText(30),
    '90': daysText(90),
    month: 'Mês',
    custom: 'Escolher dias',
  } satisfies Record<PeriodName, string>,
  otherPeriod: 'Mês ou outros dias',
  month: 'Mês',
  from: 'De',
  to: 'Até',
  show: 'Mostrar',
  madeAt: (at: string) => `Atualizado em ${at}; muda a cada minuto.`,
  notMade: 'Os números estão sendo somados pela primeira vez. Volte em um minuto.',
  table: 'Ver a tabela',
  csv: 'Baixar planilha (CSV)',
  csvOf: (what: string) => `Baixar planilha (CSV): ${what}`,
  before: 'Antes',
  now: 'No período',
  none: 'Nada neste período.',
  change(percent: number | undefined, amount: string): string {
    const before = amount.replace(' ', '\u00A0')
    if (percent === undefined) return 'sem comparação: não houve nada antes'
    if (percent === 0) return `praticamente igual ao período anterior (${before})`
    return `${Math.abs(percent)}% ${percent > 0 ? 'mais' : 'menos'} que no período anterior (${before})`
  },
  units: { day: 'Dia', week: 'Semana', month: 'Mês' } satisfies Record<Unit, string>,
  total: 'Total',
  sales: {
    title: 'Vendas',
    lead: 'Contratos assinados, pelo valor contratado.',
    chart: (total: string, days: string) => `Vendas por período, ${days}: ${total} no total.`,
    count: 'Contratos',
    amount: 'Valor',
    service: 'Serviço',
    services: 'Por serviço',
    counted: (count: number) => counted(count, 'contrato', 'contratos'),
  },
  money: {
    title: 'Dinheiro recebido',
    lead: 'O que entrou, pelo dia em que entrou, como está nos livros. O que um banco devolve depois de uma disputa diminui o devolvido.',
    chart: (total: string, days: string) => `Dinheiro recebido por período, ${days}: ${total} no total.`,
    received: 'Recebido',
    returned: 'Devolvido',
    fees: 'Tarifas',
    net: 'Líquido',
    rest: (returned: string, fees: string, net: string) => [
      `Devolvido ${returned}`,
      `Tarifas ${fees}`,
      `Líquido ${net}`,
    ],
  },
  open: {
    title: 'Em aberto e vencido',
    lead: 'Agora, qualquer que seja o período.',
    chart: (total: string) => `Parcelas em aberto por idade: ${total} no total.`,
    age: 'Idade',
    count: 'Parcelas',
    amount: 'Valor',
    overdue: (amount: string) => `${amount} vencidos`,
    instalments: (count: number) => `${numberText(count)} ${count === 1 ? 'parcela' : 'parcelas'}`,
  },
  way: {
    title: 'Da visita ao pagamento',
    lead: 'Quantas vezes cada passo foi dado. Não há cookie nem identificação: não se sabe por quem, e quem pede para não ser seguido não é contado.',
    chart: (from: string, to: string) => `Do primeiro ao último passo: ${from} a ${to}.`,
    stage: 'Passo',
    share: 'Do passo anterior',
    stages: {
      visit: 'Visitas ao site',
      service: 'Páginas de serviço abertas',
      plan: 'Planos escolhidos',
      signed: 'Contratos assinados',
      paid: 'Com o primeiro pagamento',
    } satisfies Record<WayStage, string>,
    hint: 'O pagamento conta no dia da assinatura: dos contratos deste período, quantos já começaram a ser pagos.',
  },
  promises: {
    title: 'Promessas',
    lead: 'Pelo dia em que cada uma vencia.',
    chart: (kept: string) => `Promessas cumpridas no prazo: ${kept}.`,
    promise: 'Promessa',
    kept: 'No prazo',
    late: 'Com atraso',
    broken: 'Ainda não cumpridas',
    percent: 'No prazo, %',
    none: 'nenhuma vencia',
    kinds: {
      contact: `Primeiro contato em ${hoursText(FIRST_CONTACT_HOURS)}`,
      lookup: 'Consultas no prazo',
      step: 'Etapas no prazo',
    } satisfies Record<PromiseKind, string>,
  },
  plans: {
    title: 'Inadimplência por plano',
    lead: 'Do que venceu no período, quanto segue em aberto.',
    chart: (percent: string) => `Do que venceu no período, ${percent} segue em aberto.`,
    plan: 'Plano',
    due: 'Venceu',
    open: 'Em aberto',
    percent: 'Em aberto, %',
    none: 'Nada venceu neste período.',
  },
} as const

/** Formats a range of days: '01/11 a 30/11/2026', '30/11 a 02/12/2026', '12/11/2026' */
export function daysShown({ from, to }: Days): string {
  if (from === to) return formatDate(from)
  const [last, first] = [formatDate(to), formatDate(from)]
  return from.slice(0, 4) === to.slice(0, 4) ? `${first.slice(0, 5)} a ${last}` : `${first} a ${last}`
}

/** Formats a period: 'novembro, 01/11 a 30/11/2026' for a month, otherwise only the range of days. */
export function periodShown({ name, from, to }: Period): string {
  return name === 'month' ? `${monthName(from)}, ${daysShown({ from, to })}` : daysShown({ from, to })
}

/** Formats the label under a bar: '12/11', 'nov/26' */
export function partShown({ from }: Days, unit: Unit): string {
  return unit === 'month'
    ? `${monthName(from).slice(0, 3)}/${from.slice(2, 4)}`
    : formatDate(from).slice(0, 5)
}

/** Formats a percentage: 33.3 → '33,3%' */
export function percentShown(value: number | undefined): string {
  return value === undefined ? '–' : `${numberText(value)}%`
}
