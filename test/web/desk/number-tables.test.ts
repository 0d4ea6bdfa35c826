import { expect, test } from 'vitest'
import type { PeriodNumbers } from '../../../src/modules/numbers/index.server.ts'
import { periodOf } from '../../../src/modules/numbers/public.ts'
import { shownTable, type TableName, tablesOf } from '../../../src/web/desk/numbers/tables.server.ts'

const day = { from: '2026-03-02', to: '2026-03-02' }

const numbers: PeriodNumbers = {
  period: periodOf({ name: 'custom', month: null, ...day }, '2026-03-02'),
  unit: 'day',
  madeAt: undefined,
  parts: [{ ...day, sales: { count: 3, amount: 450_000 }, received: 100_000, returned: 30_000, fees: 1_000 }],
  sales: {
    now: { count: 3, amount: 450_000 },
    before: { count: 0, amount: 0 },
    services: [{ service: 'Limpeza de Nome', count: 3, amount: 450_000 }],
  },
  money: {
    received: { now: 100_000, before: 0 },
    returned: { now: 30_000, before: 0 },
    fees: { now: 1_000, before: 0 },
  },
  way: [
    { stage: 'visit', now: 200, before: 100 },
    { stage: 'service', now: 50, before: 40 },
    { stage: 'plan', now: 10, before: 20 },
  ],
  promises: [
    { promise: 'step', now: { kept: 7, late: 2, broken: 1 }, before: { kept: 1, late: 1, broken: 0 } },
  ],
  plans: [{ plan: 'À vista', due: { count: 4, amount: 80_000 }, open: { count: 1, amount: 20_000 } }],
}

test.each<[TableName, string[], string[][]]>([
  ['vendas', ['Dia', 'Contratos', 'Valor'], [['02/03/2026', '3', 'R$ 4.500,00']]],
  ['servicos', ['Serviço', 'Contratos', 'Valor'], [['Limpeza de Nome', '3', 'R$ 4.500,00']]],
  [
    'recebido',
    ['Dia', 'Recebido', 'Devolvido', 'Tarifas', 'Líquido'],
    [['02/03/2026', 'R$ 1.000,00', 'R$ 300,00', 'R$ 10,00', 'R$ 690,00']],
  ],
  ['em-aberto', ['Idade', 'Parcelas', 'Valor'], [['Vencidas na última semana', '2', 'R$ 50,00']]],
  [
    'caminho',
    ['Passo', 'No período', 'Antes', 'Do passo anterior'],
    [
      ['Visitas ao site', '200', '100', '–'],
      ['Páginas de serviço abertas', '50', '40', '25%'],
      ['Planos escolhidos', '10', '20', '20%'],
    ],
  ],
  [
    'promessas',
    ['Promessa', 'No prazo', 'Com atraso', 'Ainda não cumpridas', 'No prazo, %', 'Antes'],
    [['Etapas no prazo', '7', '2', '1', '70%', '50%']],
  ],
  [
    'inadimplencia',
    ['Plano', 'Venceu', 'Em aberto', 'Em aberto, %'],
    [['À vista', 'R$ 800,00', 'R$ 200,00', '25%']],
  ],
])('each column of the table %s has its own figure', (name, head, rows) => {
  const table = shownTable(tablesOf(numbers, [{ age: 'week', count: 2, amount: 5_000 }])[name])
  const shown = table.rows.map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')))
  expect([table.head, shown]).toEqual([head, rows])
})
