import { expect, test } from 'vitest'
import type { OrderStatus } from '../../../src/modules/orders/public.ts'
import { countdownText, lastUpdate, statusLabels, whatHappensNext } from '../../../src/web/copy/tracking.ts'

test('the labels of the statuses (specification, section 4), and of an order on hold', () => {
  const labels = Object.entries(statusLabels).map(([status, { label, tone }]) => [status, label, tone])
  expect(labels).toEqual([
    ['pending', 'Aguardando Pagamento', 'now'],
    ['paid', 'Em Andamento', 'primary'],
    ['in_progress', 'Em Andamento', 'primary'],
    ['on_hold', 'Em Análise', 'now'],
    ['completed', 'Concluído', 'success'],
    ['cancelled', 'Cancelado', 'destructive'],
  ])
})

test('the first contact is promised until it is made', () => {
  const next = (contactedAt: Date | null, today = '2026-12-02') =>
    whatHappensNext(
      { status: 'paid', contactedAt, startDate: '2026-12-01', dueOn: null },
      { step: undefined, today },
    )
  expect(next(null)).toContain('fala com você em até 24 horas')
  expect(next(new Date())).not.toContain('24 horas')
  // A promise that was not kept is not made again.
  expect(next(null, '2026-12-03')).toContain('já devia ter falado com você')
  expect(next(new Date(), '2026-12-03')).not.toContain('devia')
})

test('what happens next depends on the status, and names the current step', () => {
  const next = (status: OrderStatus, step?: string) =>
    whatHappensNext(
      { status, contactedAt: null, startDate: null, dueOn: null },
      { step, today: '2026-12-02' },
    )
  const statuses = Object.keys(statusLabels) as OrderStatus[]
  expect(new Set(statuses.map((status) => next(status))).size).toBe(statuses.length)
  expect(next('in_progress', 'Análise dos registros')).toContain('“Análise dos registros”')
})

test('the decision on an order on hold is promised until its day is over', () => {
  const next = (today: string) =>
    whatHappensNext(
      { status: 'on_hold', contactedAt: null, startDate: '2026-12-01', dueOn: '2026-12-02' },
      { step: undefined, today },
    )
  expect(next('2026-12-02')).toContain('confere em até 1 dia útil')
  expect(next('2026-12-03')).toContain('já devia ter falado com você')
  expect(next('2026-12-03')).not.toContain('dia útil')
})

test('the last update shows its time today, else its day, in São Paulo', () => {
  const at = (iso: string) => lastUpdate(new Date(iso), new Date('2026-12-02T02:30:00Z'))
  expect(at('2026-12-01T17:30:00Z')).toBe('Última atualização: hoje às 14:30')
  expect(at('2026-12-02T02:30:00Z')).toBe('Última atualização: hoje às 23:30')
  expect(at('2026-12-01T02:59:00Z')).toBe('Última atualização: 30/11/2026 às 23:59')
})

test('the countdown counts one day in the singular', () => {
  const said = [
    { state: 'ahead', days: 12 },
    { state: 'soon', days: 1 },
    { state: 'today', days: 0 },
    { state: 'late', days: 1 },
    { state: 'late', days: 3 },
  ] as const
  expect(said.map(countdownText)).toEqual([
    'Faltam 12 dias',
    'Falta 1 dia',
    'Entrega hoje',
    '1 dia de atraso',
    '3 dias de atraso',
  ])
})
