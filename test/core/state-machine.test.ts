import { expect, test } from 'vitest'
import { defineMachine } from '../../src/core/state-machine.ts'

const door = defineMachine<'closed' | 'open' | 'locked' | 'walled'>()({
  initial: 'closed',
  transitions: { closed: ['open', 'locked'], open: ['closed'], locked: ['closed'], walled: [] },
})

test('a listed transition is allowed', () => {
  expect(door.canMove('closed', 'open')).toBe(true)
  expect(door.move('closed', 'open')).toEqual({ ok: true, value: 'open' })
})

test('every other transition is refused, including to the same state', () => {
  expect(door.move('open', 'locked')).toEqual({ ok: false, code: 'illegal_move', detail: 'open → locked' })
  expect(door.canMove('open', 'open')).toBe(false)
})

test('finds reachable states, also through cycles', () => {
  expect(door.reachable()).toEqual(['closed', 'open', 'locked'])
  expect(door.states).toEqual(['closed', 'open', 'locked', 'walled'])
  expect(door.isFinal('walled')).toBe(true)
  expect(door.isFinal('open')).toBe(false)
})
