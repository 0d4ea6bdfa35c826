import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkSteps, testSteps } from '../../scripts/lib/arguments.mjs'
import { type RunSettings, runSteps } from '../../scripts/testing/run-steps.ts'
import type { Outcome, Stage, Step } from '../../scripts/testing/step.ts'
import { quickSteps, steps as releaseSteps } from '../../scripts/testing/steps.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Steps by name, each taking so many seconds, and a run of them that notes what begins, ends and is printed. */
function house(
  plan: Record<string, Partial<Step> & { seconds?: number; ends?: Outcome }>,
  settings: Partial<RunSettings> = {},
) {
  const events: string[] = []
  const printed: string[] = []
  const workers: Record<string, number> = {}
  const steps = Object.fromEntries(
    Object.entries(plan).map(([name, { seconds = 1, ends = { ok: true }, ...rest }]) => {
      const run = async (stage: Stage) => {
        events.push(name)
        workers[name] = stage.workers
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
        events.push(`/${name}`)
        return ends
      }
      return [name, { title: name.toUpperCase(), minutes: 1, run, ...rest }] as const
    }),
  )
  const run = runSteps(steps, {
    names: [],
    cores: 2,
    logs: '',
    print: (text) => printed.push(text),
    now: Date.now,
    open({ name, workers }) {
      let said = ''
      return {
        workers,
        say: (line) => {
          said += `${line}\n`
        },
        node: async () => true,
        stop: async () => void events.push(`stop ${name}`),
        close: () => said,
      }
    },
    ...settings,
  })
  return { run, events, printed: () => printed.join('\n'), workers }
}

async function finish({ run }: ReturnType<typeof house>) {
  await vi.advanceTimersByTimeAsync(600_000)
  return run.done
}

test('three steps run at once, in their order, and the next begins where one ends', async () => {
  const run = house({ a: { seconds: 5 }, b: {}, c: { seconds: 4 }, d: {} })
  await finish(run)
  expect(run.events).toEqual(['a', 'b', 'c', '/b', 'd', '/d', '/c', '/a'])
  expect(run.workers).toEqual({ a: 1, b: 1, c: 1, d: 1 })
})

test('on one core one step runs after the other', async () => {
  const run = house({ a: {}, b: {} }, { cores: 1 })
  await finish(run)
  expect(run.events).toEqual(['a', '/a', 'b', '/b'])
})

test('a step that runs alone waits for the others, has every core, and holds up those behind it', async () => {
  const run = house({ a: { seconds: 3 }, b: {}, alone: { alone: true }, c: {} }, { cores: 6 })
  await finish(run)
  expect(run.events).toEqual(['a', 'b', '/b', '/a', 'alone', '/alone', 'c', '/c'])
  expect(run.workers).toEqual({ a: 2, b: 2, alone: 6, c: 2 })
})

test('what a step needs is run before it though it is not named, and what it comes after is not', async () => {
  const run = house(
    { build: {}, other: {}, browser: { needs: ['build'], after: ['other'] } },
    { names: ['browser'] },
  )
  await finish(run)
  expect(run.events).toEqual(['build', '/build', 'browser', '/browser'])
})

test('a step comes after others of the same run, whether they passed or failed', async () => {
  const run = house({ a: { seconds: 5, ends: { ok: false } }, b: {}, last: { after: ['a'] } })
  const total = await finish(run)
  expect(run.events).toEqual(['a', 'b', '/b', '/a', 'last', '/last'])
  expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('where what a step needs failed, the step fails without running', async () => {
  const run = house({ build: { ends: { ok: false } }, browser: { needs: ['build'] } })
  expect(await finish(run)).toEqual({ passed: 0, failed: 2, skipped: 0 })
  expect(run.events).toEqual(['build', '/build'])
  expect(run.printed()).toContain('Not run: it needs build, which failed.')
})

test('a step that hangs is stopped when its minutes are over, fails with a message, and the others go on', async () => {
  const run = house({ hung: { seconds: 100_000, minutes: 2 }, b: {}, c: { seconds: 50 } })
  expect(await finish(run)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(run.events).toEqual(['hung', 'b', 'c', '/b', '/c', 'stop hung'])
  expect(run.printed()).toContain('Stopped: not done after 2 minutes.')
})

test('a step that throws fails with the message', async () => {
  const run = house({
    a: {
      run: async () => {
        throw new Error('no Chromium')
      },
    },
    b: {},
  })
  expect(await finish(run)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(run.printed()).toContain('no Chromium')
})

test('the last line is the total alone, of cases and of steps without cases', async () => {
  const cases = { passed: 10, failed: 0, skipped: 1 }
  const run = house({ lint: {}, unit: { ends: { ok: true, cases } } })
  await finish(run)
  expect(run.printed().split('\n').at(-1)).toBe('11 passed, 0 failed, 1 skipped')
})

test('a run that is stopped stops what runs and begins nothing more', async () => {
  const run = house({ a: { seconds: 5 }, b: { seconds: 5 }, c: { seconds: 5 }, d: {} })
  await run.run.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run.events).toEqual(['a', 'b', 'c', 'stop a', 'stop b', 'stop c', '/a', '/b', '/c'])
  expect(run.printed()).not.toContain('━━')
})

test('the steps stand in the order that the command line knows, and none waits for one behind it', () => {
  for (const [steps, names] of [
    [releaseSteps, testSteps],
    [quickSteps, checkSteps],
  ] as const) {
    const all: readonly string[] = names
    expect(Object.keys(steps)).toEqual(all)
    for (const [name, { needs = [], after = [] }] of Object.entries(steps)) {
      const before = all.slice(0, all.indexOf(name))
      expect(before, name).toEqual(expect.arrayContaining([...needs, ...after]))
    }
  }
})
