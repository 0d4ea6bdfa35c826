import { expect, test } from 'vitest'
import type { OrderData, Step } from '../../../src/web/desk/orders/order-data.ts'
import { OrderSteps } from '../../../src/web/desk/orders/order-steps.tsx'
import { QueueRow } from '../../../src/web/desk/queue/queue-row.tsx'
import { seenOn } from '../../support/desk-screen.tsx'

const now = new Date('2026-03-10T15:00:00Z')
const earlier = new Date('2026-03-09T15:00:00Z')

const completion: NonNullable<Step['completion']> = {
  id: 'c1',
  words: 'Enviamos as contestações.',
  protocol: 'P-1',
  file: null,
  isShared: true,
  completedBy: 'm1',
  announcedAt: earlier,
  undoUntil: earlier,
}
const step = (number: number, over: Partial<Step> = {}): Step => ({
  number,
  name: `Etapa ${number}`,
  description: '',
  dueOn: null,
  completedAt: null,
  completion: null,
  ...over,
})

/** What a member without rights sees of steps. */
const seen = (steps: Step[]) =>
  seenOn(
    () => (
      <OrderSteps
        data={
          {
            order: { id: 'o1', status: 'in_progress', version: 1, steps },
            names: { m1: 'Bia Ramos' },
            today: '2026-03-10',
          } as unknown as OrderData
        }
        now={now}
        completing={undefined}
        current={steps.find(({ completedAt }) => completedAt === null)?.number}
      />
    ),
    undefined,
    { rights: [] },
  )

test('a completed step shows by whom, when, with which proof, who sees it, and whether the customer was notified', () => {
  const done = (over: Partial<typeof completion>) =>
    seen([step(1, { completedAt: earlier, completion: { ...completion, ...over } })]).slice(-1)
  expect(done({})).toEqual([
    'Bia Ramos · 09/03/2026 às 12:00 · Protocolo P-1 · aviso ao cliente criado 09/03/2026 às 12:00, veja em Mensagens',
  ])
  expect(done({ isShared: false, protocol: null, announcedAt: null, undoUntil: now })).toEqual([
    'Bia Ramos · 09/03/2026 às 12:00 · prova só da equipe · o aviso ao cliente é criado em instantes',
  ])
  expect(done({ announcedAt: null })).toEqual([
    'Bia Ramos · 09/03/2026 às 12:00 · Protocolo P-1 · o cliente não foi avisado',
  ])
})

test('open steps show their due day beside their names, without the year if it is this one', () => {
  const due = ['2026-03-04', '2026-03-10', '2026-04-01', '2027-01-05']
  expect(seen(due.map((dueOn, index) => step(index + 1, { dueOn })))).toEqual([
    ...['(now)', 'Agora: Etapa 1 era até 04/03', 'Etapa 2 até hoje'],
    ...['Etapa 3 até 01/04', 'Etapa 4 até 05/01/2027'],
  ])
})

test('the row of an obligation says what is to be done, for whom, by when, for how much, and who does it', () => {
  const item = {
    kind: 'lookup.deliver',
    id: 'l1',
    dueAt: new Date('2026-03-10T17:20:00Z'),
    person: 'Joana Pereira',
    about: 'Consulta de CPF',
    amount: 3_990,
    claimedBy: 'm2',
    snoozedUntil: null,
    snoozeReason: null,
  } as unknown as Parameters<typeof QueueRow>[0]['item']
  const members = [{ id: 'm2', name: 'Caio Lima', role: 'support' as const }]
  const row = (over: Partial<typeof item>) =>
    seenOn(
      () => <QueueRow item={{ ...item, ...over }} now={now} members={members} isChosen={false} />,
      undefined,
    )
  const to = ' → /painel?item=lookup.deliver%7El1'
  expect(row({})).toEqual([
    `2 h 20 até 14:20 Entregar consulta Joana Pereira · Consulta de CPF R$ 39,90 CL${to}`,
  ])
  expect(row({ amount: null, claimedBy: null, dueAt: earlier })).toEqual([
    `(bad) −1 dia era seg, 09/03 Entregar consulta Joana Pereira · Consulta de CPF +${to}`,
  ])
})
