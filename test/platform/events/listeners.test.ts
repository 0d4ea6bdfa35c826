import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEvents } from '../../../src/platform/events/define-events.ts'
import { checkListeners, listenTo } from '../../../src/platform/events/listeners.ts'

const events = defineEvents({ 'parcel.sent': z.object({}), 'parcel.lost': z.object({}) })
const handle = async () => {}
const sent = listenTo(events, 'parcel.sent', { name: 'desk.sent', handle })
const lost = listenTo(events, 'parcel.lost', { name: 'desk.lost', handle })

test('every declared event needs a listener', () => {
  expect(() => checkListeners(events, [sent, lost])).not.toThrow()
  expect(() => checkListeners(events, [sent])).toThrow('the event parcel.lost has no listener')
})

test('an event that is only a record has no listener', () => {
  const schemas = { 'parcel.sent': z.object({}), 'parcel.lost': z.object({}) }
  const recorded = defineEvents(schemas, { records: ['parcel.lost'] })
  const heard = listenTo(recorded, 'parcel.sent', { name: 'desk.sent', handle })
  expect(() => checkListeners(recorded, [heard])).not.toThrow()
  const overheard = listenTo(recorded, 'parcel.lost', { name: 'desk.lost', handle })
  expect(() => checkListeners(recorded, [heard, overheard])).toThrow('the event parcel.lost has a listener')
})

test('every listener needs a declared event', () => {
  const others = defineEvents({ 'parcel.found': z.object({}), 'parcel.lost': z.object({}) })
  const found = listenTo(others, 'parcel.found', { name: 'desk.found', handle })
  const namesake = listenTo(others, 'parcel.lost', { name: 'desk.namesake', handle })
  expect(() => checkListeners(events, [sent, lost, found])).toThrow(
    'desk.found listens to parcel.found, which is not declared',
  )
  expect(() => checkListeners(events, [sent, lost, namesake])).toThrow('desk.namesake listens to parcel.lost')
})

test('listener names are unique, because they key the deliveries', () => {
  expect(() => checkListeners(events, [sent, lost, lost])).toThrow('two listeners are called desk.lost')
})
