// Databases: one
import { expect, test } from 'vitest'
import { ORIGIN, world } from '../../support/identity.ts'

const w = world()

test('a changed telephone is notified to the account’s address; an ended session changes nothing', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  const before = w.outbox.length
  const change = (phone: string) => w.identity.changePhone({ headers, phone, ...ORIGIN })
  expect(await change('+5548988887777')).toMatchObject({ ok: true })
  expect(w.outbox.slice(before).map(({ to, kind }) => [to, kind])).toEqual([[email, 'account.phone-changed']])
  await w.identity.signOut({ headers })
  expect(await change('+5548988886666')).toMatchObject({ code: 'signed_out' })
  expect(w.outbox).toHaveLength(before + 1)
})
