import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePorts, portIsFree } from '../../scripts/lib/ports.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a port in use on %s is not free', async (host) => {
  const port = await freePorts()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  expect(await portIsFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await portIsFree(port)).toBe(true)
})

/** Makes the next ports that are tried those of these numbers. */
const trying = (...tried: number[]) => {
  const random = vi.spyOn(Math, 'random')
  for (const port of tried) random.mockReturnValueOnce((port + 0.5 - 20_000) / 12_000)
  onTestFinished(() => void random.mockRestore())
}

test.runIf(process.platform === 'linux')(
  'two runs beside each other get different ports, before either listens on its own',
  async () => {
    const first = await freePorts(4)
    trying(first, first + 3)
    const second = await freePorts(2)
    expect([first - 1, first, first + 1, first + 2, first + 3]).not.toContain(second)

    const script = `
      const tried = ${JSON.stringify([first, first + 3])}
      const random = Math.random
      Math.random = () => tried.length > 0 ? (tried.shift() + 0.5 - 20_000) / 12_000 : random()
      const { freePorts } = await import(${JSON.stringify(new URL('../../scripts/lib/ports.ts', import.meta.url).href)})
      console.log(await freePorts(2))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(Number(stdout)).toBeGreaterThanOrEqual(20_000)
    expect([first - 1, first, first + 1, first + 2, first + 3]).not.toContain(Number(stdout))
  },
)
