import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePorts } from '../../scripts/lib/ports.ts'

/** The number that chance has to give for a port to be tried. */
const chanceOf = (port: number) => (port + 0.5 - 20_000) / 12_000

test.runIf(process.platform === 'linux')(
  'two concurrent runs get different ports, before either listens on its own',
  async () => {
    const first = await freePorts(4)
    const isTaken = (port: number) => port >= first - 1 && port <= first + 3
    const chances = [chanceOf(first), chanceOf(first + 3)]

    const random = vi.spyOn(Math, 'random')
    onTestFinished(() => void random.mockRestore())
    for (const chance of chances) random.mockReturnValueOnce(chance)
    expect(isTaken(await freePorts(2))).toBe(false)

    const module = new URL('../../scripts/lib/ports.ts', import.meta.url).href
    const script = `
      const [chances, random] = [${JSON.stringify(chances)}, Math.random]
      Math.random = () => chances.shift() ?? random()
      const { freePorts } = await import(${JSON.stringify(module)})
      console.log(await freePorts(2))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(Number(stdout)).toBeGreaterThanOrEqual(20_000)
    expect(isTaken(Number(stdout))).toBe(false)
  },
)
