import { expect, test } from 'vitest'
import { closedToasts, payLabel, timeLeftAnnouncement } from '../../../src/web/copy/payments-live.ts'

test('the button names the amount and the method', () => {
  expect(payLabel(40_000, 'pix')).toBe('Pagar R$\u00a0400,00 com Pix')
  expect(payLabel(9_990, 'credit_card')).toBe('Pagar R$\u00a099,90 com cartão')
})

test('in half an hour, a screen reader announces three moments', () => {
  const heard = []
  for (let left = 1800; left > -2; left -= 0.5) {
    const announcement = timeLeftAnnouncement(left + 0.5, left)
    if (announcement) heard.push([left, announcement])
  }
  expect(heard).toEqual([
    [600, 'Faltam 10 minutos para o código expirar.'],
    [300, 'Faltam 5 minutos para o código expirar.'],
    [60, 'Falta 1 minuto para o código expirar.'],
  ])
})

test('a page opened with little time left does not announce earlier moments', () => {
  expect(timeLeftAnnouncement(299, 298.5)).toBeUndefined()
})

test('a device that slept announces the last moment it missed', () => {
  expect(timeLeftAnnouncement(900, 30)).toBe('Falta 1 minuto para o código expirar.')
})

test('the toast of an expired code is short: on a phone a longer one covers the button for a new code', () => {
  expect(Object.values(closedToasts.expired).join('').length).toBeLessThan(40)
})
