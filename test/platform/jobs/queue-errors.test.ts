import { expect, test } from 'vitest'
import { createQueueErrors } from '../../../src/platform/jobs/queue-errors.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'

function start() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  let time = 5_000
  const errors = createQueueErrors({ log, now: () => time })
  const wait = (milliseconds: number) => {
    time += milliseconds
  }
  return { errors, lines, wait, said: () => lines.splice(0).map(({ msg }) => msg) }
}
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
/** The error that a worker threw, as pg-boss emits it. */
const emitted = {
  ...refused,
  message: refused.message,
  stack: refused.stack,
  queue: 'charges.issue',
  worker: 'w',
}

test('the first error is a line with its cause, although the queue passes it on as an object', () => {
  for (const error of [emitted, refused]) {
    const { errors, lines } = start()
    errors.failed(error, { table: 'events' })
    expect(lines).toMatchObject([
      {
        ...{ msg: 'job queue error', level: 50, table: 'events' },
        err: {
          type: 'Error',
          message: refused.message,
          code: 'ECONNREFUSED',
          stack: expect.stringContaining(' at '),
        },
      },
    ])
    expect(lines[0]?.queue).toBe(error === emitted ? 'charges.issue' : undefined)
  }
})

test.each(['closed', null, undefined, {}])('a value that is not an error is logged too: %j', (thrown) => {
  const { errors, said } = start()
  errors.failed(thrown)
  expect(said()).toEqual(['job queue error'])
})

test('while errors last, logs one line a minute with their number and duration', () => {
  const { errors, lines, wait, said } = start()
  for (let tick = 0; tick < 600; tick++) {
    errors.failed(emitted)
    wait(100)
  }
  expect(said()).toEqual(['job queue error'])
  errors.failed(emitted)
  expect(lines).toMatchObject([
    { msg: 'the job queue still fails', level: 50, errors: 601, seconds: 60, err: { code: 'ECONNREFUSED' } },
  ])
  said()
  wait(59_999)
  errors.failed(emitted)
  expect(said()).toEqual([])
  wait(1)
  errors.failed(emitted)
  expect(said()).toEqual(['the job queue still fails'])
})

test('logs the end once, at the first answer after ten seconds without an error', () => {
  const { errors, lines, wait, said } = start()
  errors.answered()
  errors.failed(emitted)
  wait(2_000)
  errors.failed(emitted)
  said()
  wait(9_999)
  errors.answered()
  expect(said()).toEqual([])
  wait(1)
  errors.answered()
  errors.answered()
  expect(lines).toMatchObject([{ msg: 'the job queue works again', level: 40, errors: 2, seconds: 12 }])
  said()
  errors.failed(emitted)
  expect(said()).toEqual(['job queue error'])
})
