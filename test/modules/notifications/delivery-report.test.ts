import { describe, expect, test } from 'vitest'
import { templates as doubled } from '../../../simulator/whatsapp/templates.ts'
import {
  afterDeliveryReport,
  type DeliveryReport,
  type ReportedMessage,
} from '../../../src/modules/notifications/domain/delivery-report.ts'
import { isAddressGone } from '../../../src/modules/notifications/domain/failure.ts'
import { stateOf } from '../../../src/modules/notifications/domain/message.ts'
import { nextChannel } from '../../../src/modules/notifications/domain/next-channel.ts'
import {
  missingTemplates,
  templateFor,
  templates,
} from '../../../src/modules/notifications/domain/templates.ts'
import { phoneOfWaId } from '../../../src/modules/notifications/domain/whatsapp-number.ts'
import { isWindowOpen } from '../../../src/modules/notifications/domain/window.ts'

const at = new Date('2026-11-23T12:00:00Z')
const earlier = new Date('2026-11-23T11:00:00Z')
const sent: ReportedMessage = {
  status: 'sent',
  providerId: 'w1',
  triedAt: null,
  deliveredAt: null,
  readAt: null,
}
const report = (state: DeliveryReport['state'], providerId = 'w1'): DeliveryReport => ({
  state,
  providerId,
  at,
})

describe('delivery reports', () => {
  test.each<[string, Partial<ReportedMessage>, DeliveryReport, ReturnType<typeof afterDeliveryReport>]>([
    ['a repeated sent report', {}, report('sent'), undefined],
    ['delivered', {}, report('delivered'), { deliveredAt: at }],
    ['delivered twice', { deliveredAt: earlier }, report('delivered'), undefined],
    ['read before delivered', {}, report('read'), { deliveredAt: at, readAt: at }],
    ['read', { deliveredAt: earlier }, report('read'), { readAt: at }],
    ['read twice', { deliveredAt: earlier, readAt: earlier }, report('read'), undefined],
    ['delivered after read', { deliveredAt: earlier, readAt: earlier }, report('delivered'), undefined],
    ['failed', {}, report('failed'), { status: 'failed' }],
    ['failed twice', { status: 'failed' }, report('failed'), undefined],
    ['failed after it was delivered', { deliveredAt: earlier }, report('failed'), undefined],
    [
      'delivered after it failed',
      { status: 'failed' },
      report('delivered'),
      { status: 'sent', deliveredAt: at },
    ],
    ['sent after it failed', { status: 'failed' }, report('sent'), undefined],
    ['a report of an earlier attempt', {}, report('failed', 'w0'), undefined],
    ['a report of the last attempt while it waits again', { status: 'queued' }, report('failed'), undefined],
    ['sent while it waits for a retry', { status: 'queued' }, report('sent'), undefined],
    ['delivered after all', { status: 'queued' }, report('delivered'), { status: 'sent', deliveredAt: at }],
    ['kept', { status: 'kept', providerId: null }, report('delivered'), undefined],
  ])('%s', (_name, message, given, expected) => {
    expect(afterDeliveryReport({ ...sent, ...message }, given)).toEqual(expected)
  })

  test('report an attempt whose answer was lost', () => {
    const unknown: ReportedMessage = { ...sent, status: 'queued', providerId: null, triedAt: earlier }
    expect(afterDeliveryReport(unknown, report('sent', 'w9'))).toEqual({ status: 'sent' })
    expect(afterDeliveryReport({ ...unknown, providerId: 'w0' }, report('sent', 'w9'))).toEqual({
      status: 'sent',
    })
    expect(afterDeliveryReport(unknown, report('failed', 'w9'))).toEqual({ status: 'failed' })
    expect(afterDeliveryReport({ ...unknown, status: 'failed' }, report('sent', 'w9'))).toEqual({
      status: 'sent',
    })
    expect(afterDeliveryReport({ ...unknown, triedAt: null }, report('failed', 'w9'))).toBeUndefined()
  })
})

test('the furthest state that a message reached is its state', () => {
  const none = { deliveredAt: null, readAt: null }
  expect(stateOf({ status: 'sent', ...none })).toBe('sent')
  expect(stateOf({ status: 'sent', deliveredAt: at, readAt: null })).toBe('delivered')
  expect(stateOf({ status: 'sent', deliveredAt: at, readAt: at })).toBe('read')
  expect(stateOf({ status: 'failed', deliveredAt: at, readAt: null })).toBe('failed')
  expect(stateOf({ status: 'kept', ...none })).toBe('kept')
})

describe('the next channel', () => {
  const message = { channel: 'email' as const, text: 'Oi. Veja https://loja.br/tracking', followsId: null }
  const reach = { email: 'ana@exemplo.com.br', whatsapp: '+5548999991234' }

  test('is the person’s other one', () => {
    expect(nextChannel(message, reach)).toEqual({ channel: 'whatsapp', to: reach.whatsapp })
    expect(nextChannel({ ...message, channel: 'whatsapp' }, reach)).toEqual({
      channel: 'email',
      to: reach.email,
    })
    expect(nextChannel(message, { email: reach.email })).toBeUndefined()
  })

  test('is none for a message that already went on, or with a secret in a link', () => {
    expect(nextChannel({ ...message, followsId: 'm0' }, reach)).toBeUndefined()
    const secret = 'https://loja.br/auth/confirmar?t=Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
    expect(nextChannel({ ...message, text: `Entre: ${secret}` }, reach)).toBeUndefined()
    expect(
      nextChannel({ ...message, text: 'Entre: https://loja.br/auth/confirmar?t=…' }, reach),
    ).toBeUndefined()
    expect(nextChannel({ ...message, text: 'Espere… já volto' }, reach)).toBeDefined()
  })
})

test('a person may be written to freely for 24 hours, less a safety margin', () => {
  const now = new Date('2026-11-24T11:58:00Z')
  expect(isWindowOpen(at, now)).toBe(false)
  expect(isWindowOpen(at, new Date(now.getTime() - 1))).toBe(true)
  expect(isWindowOpen(null, now)).toBe(false)
  expect(isWindowOpen(undefined, now)).toBe(false)
})

test.each([
  ['5548999991234', '+5548999991234'],
  ['554899991234', '+5548999991234'],
  ['551188887777', '+5511988887777'],
  ['554833334444', '+554833334444'],
  ['5520999991234', '+5520999991234'],
  ['16505551234', '+16505551234'],
])('the telephone of the WhatsApp account %s is %s', (waId, phone) => {
  expect(phoneOfWaId(waId)).toBe(phone)
})

describe('templates', () => {
  const approved = (...names: string[]) => new Map(names.map((name) => [name, 'APPROVED']))

  test.each([
    ['order.step-done', 'andamento'],
    ['document.refused', 'andamento'],
    ['receipt.ready', 'andamento'],
    ['instalment.due', 'lembrete'],
    ['conversation.answer', 'resposta'],
    ['consultation.paid', 'aviso'],
  ])('%s is sent with %s', (kind, name) => {
    expect(templateFor(kind, approved('aviso', 'andamento', 'lembrete', 'resposta'))).toBe(name)
  })

  test('equal those of the simulator', () => {
    expect(doubled).toEqual(templates)
  })

  test('the general template replaces an unusable one, and nothing replaces the general one', () => {
    expect(templateFor('order.paid', approved('aviso'))).toBe('aviso')
    expect(templateFor('order.paid', new Map([['andamento', 'PAUSED'], ...approved('aviso')]))).toBe('aviso')
    expect(templateFor('order.paid', new Map([['aviso', 'PAUSED']]))).toBeUndefined()
    expect(templateFor('order.paid', new Map())).toBe('aviso')
    expect(
      templateFor(
        'order.paid',
        new Map([
          ['andamento', 'REJECTED'],
          ['aviso', 'PENDING'],
        ]),
      ),
    ).toBeUndefined()
  })

  test('a notice about one template says nothing about the general one', () => {
    for (const statuses of [
      approved('lembrete'),
      approved('promocao'),
      new Map([['andamento', 'REJECTED']]),
    ]) {
      expect(templateFor('order.paid', statuses)).toBe('aviso')
      expect(templateFor('consultation.paid', statuses)).toBe('aviso')
    }
    expect(templateFor('instalment.due', approved('lembrete'))).toBe('lembrete')
    expect(missingTemplates(approved('lembrete', 'promocao'))).toEqual(['aviso', 'andamento', 'resposta'])
  })
})

test('an address is gone where nobody has it, not because of one message', () => {
  for (const code of ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])
    expect(isAddressGone('email', code)).toBe(true)
  for (const code of ['5.2.2', '5.7.1', '4.4.7', '5.1.8', '15.1.1', '5.1.11']) {
    expect(isAddressGone('email', code)).toBe(false)
  }
  expect(isAddressGone('whatsapp', '131026')).toBe(true)
  expect(isAddressGone('whatsapp', '131047')).toBe(false)
})
