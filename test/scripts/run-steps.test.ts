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

/** Runs steps that take the given seconds, and records what starts, ends and is printed. */
function startRun(
  plan: Record<string, Partial<Step> & { seconds?: number; says?: string[]; ends?: Outcome }>,
  settings: Partial<RunSettings> = {},
) {
  const events: string[] = []
  const printed: string[] = []
  const workers: Record<string, number> = {}
  const steps = Object.fromEntries(
    Object.entries(plan).map(([name, { seconds = 1, says = [], ends = { ok: true }, ...rest }]) => {
      const run = async (stage: Stage) => {
        events.push(name)
        says.forEach(stage.say)
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

async function finish({ run }: ReturnType<typeof startRun>) {
  await vi.advanceTimersByTimeAsync(600_000)
  return run.done
}

test('three steps run concurrently, in order, and the next starts when one ends', async () => {
  const run = startRun({ a: { seconds: 5 }, b: {}, c: { seconds: 4 }, d: {} })
  await finish(run)
  expect(run.events).toEqual(['a', 'b', 'c', '/b', 'd', '/d', '/c', '/a'])
  expect(run.workers).toEqual({ a: 1, b: 1, c: 1, d: 1 })
})

test('on one core one step runs after the other', async () => {
  const run = startRun({ a: {}, b: {} }, { cores: 1 })
  await finish(run)
  expect(run.events).toEqual(['a', '/a', 'b', '/b'])
})

test('a step that runs alone waits for the others, gets every core, and blocks later ones', async () => {
  const run = startRun({ a: { seconds: 3 }, b: {}, alone: { alone: true }, c: {} }, { cores: 8 })
  await finish(run)
  expect(run.events).toEqual(['a', 'b', '/b', '/a', 'alone', '/alone', 'c', '/c'])
  expect(run.workers).toEqual({ a: 2, b: 2, alone: 8, c: 2 })
})

test("a step's dependencies run before it even when not named; those in `after` do not", async () => {
  const run = startRun(
    { build: {}, other: {}, browser: { needs: ['build'], after: ['other'] } },
    { names: ['browser'] },
  )
  await finish(run)
  expect(run.events).toEqual(['build', '/build', 'browser', '/browser'])
})

test('a step follows others of the same run, whether they passed or failed', async () => {
  const run = startRun({ a: { seconds: 5, ends: { ok: false } }, b: {}, last: { after: ['a'] } })
  const total = await finish(run)
  expect(run.events).toEqual(['a', 'b', '/b', '/a', 'last', '/last'])
  expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('a step whose dependency failed fails without running', async () => {
  const run = startRun({ build: { ends: { ok: false } }, browser: { needs: ['build'] } })
  expect(await finish(run)).toEqual({ passed: 0, failed: 2, skipped: 0 })
  expect(run.events).toEqual(['build', '/build'])
  expect(run.printed()).toContain('Not run: it needs build, which failed.')
})

test('a step over its time limit is stopped and fails with a message, and the others continue', async () => {
  const run = startRun({ hung: { seconds: 100_000, minutes: 2 }, b: {}, c: { seconds: 50 } })
  expect(await finish(run)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(run.events).toEqual(['hung', 'b', 'c', '/b', '/c', 'stop hung'])
  expect(run.printed()).toContain('Stopped: not done after 2 minutes.')
})

test('a step that throws fails with the message', async () => {
  const run = startRun({
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

test('the last line is the total of cases and of steps without cases', async () => {
  const cases = { passed: 10, failed: 0, skipped: 1 }
  const run = startRun({ lint: {}, unit: { ends: { ok: true, cases } } })
  await finish(run)
  expect(run.printed().split('\n').at(-1)).toBe('11 passed, 0 failed, 1 skipped')
})

test('a stopped run stops its running steps and starts no more', async () => {
  const long = { seconds: 5 }
  const run = startRun({ a: long, b: long, c: long, d: {} })
  await run.run.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  const stopped = ['a', 'b', 'c'].map((name) => `stop ${name}`)
  expect(run.events).toEqual(['a', 'b', 'c', ...stopped, '/a', '/b', '/c'])
  expect(run.printed()).not.toContain('━━')
})

test('the steps have the order of the command line, and none depends on a later one', () => {
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

test('the summary names failed tests under their step', async () => {
  const cases = { passed: 1, failed: 1, skipped: 0, failures: ['a.test.ts: breaks: why'] }
  const run = startRun({ a: { ends: { ok: false, cases } }, b: {} })
  await finish(run)
  const lines = run.printed().split('\n')
  expect(lines).toContain('    a.test.ts: breaks: why')
  expect(lines.findIndex((line) => line.startsWith('✗ A'))).toBe(
    lines.indexOf('    a.test.ts: breaks: why') - 1,
  )
})

test('the summary names tests that passed only at the second try, and their step passes', async () => {
  const cases = { passed: 1, failed: 0, skipped: 0, flaky: ['a.test.ts: flakes: why'] }
  const run = startRun({ a: { ends: { ok: true, cases } } })
  await finish(run)
  const lines = run.printed().split('\n')
  const at = lines.indexOf('    passed on the second try: a.test.ts: flakes: why')
  expect(lines[at - 1]).toMatch(/^✓ A /)
})

test('for a failed step without cases the summary repeats the end of the output', async () => {
  const says = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const run = startRun({ a: { says, ends: { ok: false } }, b: { says: ['fine'] } })
  await finish(run)
  const summary = run.printed().split('━━ Summary')[1]?.split('\n') ?? []
  expect(summary.filter((line) => line.startsWith('    '))).toEqual(
    says.slice(-20).map((line) => `    ${line}`),
  )
})
