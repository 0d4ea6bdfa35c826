import { expect, expectTypeOf, test } from 'vitest'
import { defineMachine, type StateOf } from '../../src/core/state-machine.ts'

const door = defineMachine({
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

test('the states are those with a row: a transition to another does not compile', () => {
  // @ts-expect-error: 'ajar' has no row
  defineMachine({ initial: 'closed', transitions: { closed: ['ajar'] } })
  // @ts-expect-error: 'ajar' is no state
  expect(() => door.canMove('ajar', 'open')).toThrow()
  expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'closed' | 'open' | 'locked' | 'walled'>()
})

test('finds reachable states, also through cycles', () => {
  expect(door.reachable()).toEqual(['closed', 'open', 'locked'])
  expect(door.states).toEqual(['closed', 'open', 'locked', 'walled'])
  expect(door.isFinal('walled')).toBe(true)
  expect(door.isFinal('open')).toBe(false)
})
