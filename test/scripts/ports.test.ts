import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts, portIsFree } from '../../scripts/lib/ports.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a port in use on %s is not free', async (host) => {
  const port = await freePorts()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  expect(await portIsFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await portIsFree(port)).toBe(true)
})
