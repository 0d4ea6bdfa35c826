import { expect, test } from 'vitest'
import { inheritedSocket } from '../../../src/platform/http/inherited-socket.ts'

test.each([
  [{ LISTEN_PID: '7', LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: '7', LISTEN_FDS: '2' }, 3],
  [{ LISTEN_PID: '8', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '7', LISTEN_FDS: '0' }, undefined],
  [{ LISTEN_PID: '7' }, undefined],
  [{}, undefined],
])('with %o process 7 uses the descriptor %s', (env, descriptor) => {
  expect(inheritedSocket(env, 7)).toBe(descriptor)
})
