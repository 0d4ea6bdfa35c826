import { expect, test } from 'vitest'
import { startNoticeReceiver } from './notice-receiver.ts'

test('closing waits for a notice whose sender has left', async () => {
  const done: string[] = []
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const receiver = await startNoticeReceiver(async ({ body }) => {
    begun.resolve()
    await finish.promise
    done.push(body)
    return { ok: true }
  })
  const leaving = new AbortController()
  const sent = fetch(receiver.url, { method: 'POST', body: 'one', signal: leaving.signal })
  await begun.promise
  leaving.abort()
  await expect(sent).rejects.toThrow()
  const closed = receiver.close().then(() => done.push('closed'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  finish.resolve()
  await closed
  expect(done).toEqual(['one', 'closed'])
})
