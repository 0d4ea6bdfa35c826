// Databases: one
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../../../src/composition.ts'
import { DAY, MINUTE } from '../../../src/core/durations.ts'
import type { Certificate } from '../../../src/modules/operations/domain/certificate.ts'
import { createOperations } from '../../../src/modules/operations/index.server.ts'
import type { ClockState } from '../../../src/platform/clock/database-clock.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { checkSource } from '../../support/check-source.ts'
import { testDatabase } from '../../support/database.ts'
import { startBackofficeApp } from '../backoffice/backoffice-app.ts'
import { pdf } from '../documents/sample-files.ts'
import { movableClock } from '../payments/payments-harness.ts'

let shop: Awaited<ReturnType<typeof startBackofficeApp>>
beforeAll(async () => {
  shop = await startBackofficeApp({ testDatabase })
})
afterAll(() => shop.close())

const hour = 3_600_000
const watch = () => shop.app.operations.jobs['operations.watch'].run()
const decide = (deadLetterId: string, retry: boolean) =>
  shop.app.backoffice.decideDeadLetter({ deadLetterId, retry, actor: shop.staff, reason: 'visto' })

async function rows<T>(text: string): Promise<T[]> {
  return (await shop.database.$client.query(text)).rows as T[]
}

function mails(kind: string) {
  return rows<{ subject: string; text: string }>(
    `select subject, text from messages where kind = 'operations.${kind}' order by id`,
  )
}

/** Inserts a job on its last attempt into its queue, as if the earlier attempts had failed. */
async function poison(job: string, data: object): Promise<void> {
  await shop.database.$client.query(
    "insert into pgboss.job (name, data, retry_limit, dead_letter) values ($1, $2, 0, 'dead-letters')",
    [job, JSON.stringify(data)],
  )
}

test('jobs that cannot succeed end where a person sees them, and block nothing', async () => {
  // One that always throws, because its payload does not parse, and one whose event is not stored.
  await poison('refunds.issue', { refund: 'a name of an earlier version' })
  await poison('event.orders.begin', { eventId: crypto.randomUUID() })
  for (let healthy = 0; healthy < 5; healthy++) {
    await shop.database.$client.query("insert into pgboss.job (name, data) values ('charges.cancel', $1)", [
      JSON.stringify({ chargeId: crypto.randomUUID() }),
    ])
  }
  await shop.app.startJobs()
  await expect
    .poll(() => shop.app.operations.deadLetters().then((all) => all.length), { timeout: 20_000 })
    .toBe(2)
  await expect
    .poll(() => rows("select state from pgboss.job where name = 'charges.cancel'"), { timeout: 20_000 })
    .toEqual(Array(5).fill({ state: 'completed' }))

  const deadLetters = (await shop.app.backoffice.deadLetters()).toSorted((a, b) => b.job.localeCompare(a.job))
  expect(deadLetters.map(({ job, attempts }) => [job, attempts])).toEqual([
    ['refunds.issue', 1],
    ['event.orders.begin', 1],
  ])
  expect(deadLetters[0]?.error).toContain('refunds.issue does not parse: refundId')

  const [stopped] = shop.app.operations.obligations
  const waiting = stopped ? await checkSource(stopped) : []
  expect(waiting.map(({ id, about }) => [about, id]).toSorted()).toEqual(
    deadLetters.map(({ id, job }) => [job, id]).toSorted(),
  )

  // The team may have been notified of one job before the other stopped: a job that stops within a quarter of an hour after an
  // e-mail waits for the next e-mail.
  await watch()
  const early = (await mails('dead-letters')).length
  await Promise.all([watch(), watch()])
  expect(await mails('dead-letters')).toHaveLength(early)
  await rows(
    "update operation_alerts set raised_at = raised_at - interval '15 minutes' where key = 'dead-letters:told'",
  )
  await Promise.all([watch(), watch()])
  const texts = (await mails('dead-letters')).map(({ text }) => text).join('\n')
  for (const { id, job } of deadLetters)
    expect(texts.split(`${job}, tentativas: 1, número: ${id}`)).toHaveLength(2)

  // Each job can be decided once: one is retried, the other discarded, and both decisions are audited.
  const [refund, event] = deadLetters
  expect(await decide(event?.id ?? '', true)).toEqual({ ok: true, value: null })
  expect(await decide(event?.id ?? '', true)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await decide(refund?.id ?? '', false)).toEqual({ ok: true, value: null })
  expect(await decide('x', false)).toMatchObject({ ok: false, code: 'not_found' })
  expect((await shop.app.operations.deadLetters()).filter(({ job }) => job === 'refunds.issue')).toEqual([])
  expect(await stopped?.among({ ids: [refund?.id ?? ''] })).toEqual([])
  expect(await rows("select key from operation_alerts where key like 'dead-letter:%'")).toEqual([])
  const audited = await rows(
    "select action, subject from audit_log where action = 'job.decide' order by position",
  )
  expect(audited).toEqual([event, refund].map((letter) => ({ action: 'job.decide', subject: letter?.id })))
})

test('a failed job is reported however many already wait, the newest first', async () => {
  const stop = (job: string, count: number, since: string) =>
    shop.database.$client.query(
      `insert into pgboss.job (name, data, source_name, created_on)
       select 'dead-letters', '{}', $1, now() + $2::interval from generate_series(1, $3::int)`,
      [job, since, count],
    )
  const report = async () => {
    await rows("delete from operation_alerts where key = 'dead-letters:told'")
    await watch()
    return (await mails('dead-letters')).at(-1)?.text ?? ''
  }
  await stop('charges.cancel', 200, '-1 hour')
  await report()
  const before = (await mails('dead-letters')).length
  await stop('refunds.issue', 1, '0 hours')
  expect(await report()).toContain('refunds.issue')
  // What stops within a quarter of an hour after an e-mail waits for the next.
  await stop('refunds.issue', 1, '0 hours')
  await watch()
  expect(await mails('dead-letters')).toHaveLength(before + 1)
  await stop('charges.cancel', 205, '1 hour')
  await stop('charges.issue', 1, '2 hours')
  expect(await report()).toContain('charges.issue, tentativas')
  expect(await report()).toContain('charges.cancel')
  await report()
  expect(await mails('dead-letters')).toHaveLength(before + 3)
  await rows("delete from pgboss.job where name = 'dead-letters'")
})

test('a wrong clock is one e-mail until it is right, whichever process of the machine notices', async () => {
  const { operations } = shop.app
  await Promise.all([1, 2, 3].map(() => operations.reportClock({ isRight: false, skewSeconds: -93_600 })))
  expect(await mails('clock')).toHaveLength(1)
  expect((await mails('clock'))[0]?.text).toContain('está 1 d 2 h atrasado em relação ao do banco de dados')
  await operations.reportClock({ isRight: true, skewSeconds: 0 })
  await operations.reportClock({ isRight: false, skewSeconds: 90 })
  expect((await mails('clock'))[1]?.text).toContain('1 min 30 s adiantado')
})

test('a process without jobs also reports its clock, until it stops', async () => {
  const heard = new Set<(state: ClockState) => void>()
  const wrong = { isRight: false, skewSeconds: 7_200 }
  const config = parseConfig(shop.variables, () => ({ session: '', encryption: '' }))
  await shop.app.operations.reportClock({ isRight: true, skewSeconds: 0 })
  const before = (await mails('clock')).length
  const web = await compose({
    config,
    database: shop.database,
    clock: movableClock(new Date().toISOString()),
    machineClock: {
      check: async () => wrong,
      state: () => wrong,
      watch(listener) {
        heard.add(listener)
        return () => heard.delete(listener)
      },
    },
    log: createLog({ level: 'silent' }),
  })
  expect(await mails('clock')).toHaveLength(before + 1)
  expect((await mails('clock')).at(-1)?.text).toContain('2 h 0 min adiantado')
  expect(heard.size).toBe(1)
  await web.stopJobs()
  expect(heard.size).toBe(0)
})

test('the team is notified of undelivered messages at once, grouped by quarter of an hour, each once', async () => {
  const subjects = async () => (await mails('failed-messages')).map(({ subject }) => subject)
  const fail = async (subject: string, kind = 'receipt.made') => {
    const ids = await rows<{ id: string }>(
      `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at)
       values (gen_random_uuid(), 'ana@exemplo.com.br', 'email', '${kind}', '${subject}', '', '{}', 'failed', now()) returning id`,
    )
    return ids[0]?.id ?? ''
  }
  const later = () =>
    rows(
      "update operation_alerts set raised_at = raised_at - interval '15 minutes' where key = 'failed-messages:told'",
    )
  const first = await fail('Seu recibo')
  await fail('Ao time', 'operations.day')
  await watch()
  await watch()
  expect(await subjects()).toEqual(['Uma mensagem não chegou'])
  expect((await mails('failed-messages'))[0]?.text).toContain('O que não chegou:\nPagamento recebido\n')
  await fail('Outro')
  await fail('E mais um')
  await watch()
  expect(await subjects()).toHaveLength(1)
  await later()
  await watch()
  expect(await subjects()).toEqual(['Uma mensagem não chegou', '2 mensagens não chegaram'])
  // A decided job is finished, and leaves no alert.
  await rows("update messages set given_up_at = now() where subject in ('Outro', 'E mais um')")
  await later()
  await watch()
  expect(await subjects()).toHaveLength(2)
  expect(await rows("select key from operation_alerts where key like 'undelivered:%'")).toEqual([
    { key: `undelivered:${first}` },
  ])
  await rows("delete from messages where kind in ('receipt.made', 'operations.day') and status = 'failed'")
})

test('the e-mail about an undelivered answer repeats none of the message it answers', async () => {
  await rows("update operation_alerts set raised_at = raised_at - interval '1 day'")
  await rows(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at)
     values (gen_random_uuid(), 'bia@exemplo.com.br', 'email', 'conversation.answer', 'Re: Bia Lima, CPF 529.982.247-25, perdi o emprego', '', '{}', 'failed', now())`,
  )
  await watch()
  const mail = (await mails('failed-messages')).at(-1)
  expect(mail?.text).toContain('O que não chegou:\nA equipe respondeu\n')
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Bia|529|emprego/)
  await rows("delete from messages where kind = 'conversation.answer'")
})

test('a certificate is announced 30, 7 and 1 days before it expires, and when it has', async () => {
  const clock = movableClock('2028-02-20T12:00:00Z')
  const sent: string[] = []
  const certificates: [Certificate] = [
    {
      ...{ name: 'o certificado do API Pix', expiresAt: new Date('2028-04-01T12:00:00Z') },
      ...{ todo: 'Peça outro ao banco.', without: 'Nenhuma cobrança nova sai.' },
    },
  ]
  const operations = watching({ ...{ clock, sent, freeSpace: async () => 5e9 }, certificates })
  for (let passed = 0; passed < 24 * 60; passed += 6) {
    await operations.jobs['operations.watch'].run()
    clock.advance(6 * hour)
  }
  const subject = 'O certificado do API Pix vai vencer em 01/04/2028'
  expect(sent).toEqual([
    `2028-03-02 ${subject}`,
    `2028-03-25 ${subject}`,
    `2028-03-31 ${subject}`,
    '2028-04-01 O certificado do API Pix venceu em 01/04/2028',
  ])
  // The next one under its name.
  certificates[0].expiresAt = new Date('2028-05-20T12:00:00Z')
  await operations.jobs['operations.watch'].run()
  expect(sent.slice(4)).toEqual(['2028-04-20 O certificado do API Pix vai vencer em 20/05/2028'])
})

test('more security events than normal are one e-mail to the team per hour, whichever process notices', async () => {
  const { record, flush } = shop.app.security
  await shop.database.$client.query('delete from security_counts')
  for (let n = 0; n < 20; n++) record('foreign-id-refused', { account: shop.staff })
  await flush()
  await watch()
  expect(await mails('security')).toEqual([])

  record('foreign-id-refused')
  await flush()
  await Promise.all([watch(), watch()])
  const [alarm, ...more] = await mails('security')
  expect(more).toEqual([])
  expect(alarm?.text).toContain('21 pedidos de dados de outra pessoa, recusados (foreign-id-refused)')

  // A different event raises a separate alarm; the same one is reported again only after an hour.
  record('rights-changed')
  for (let n = 0; n < 30; n++) record('foreign-id-refused')
  await flush()
  await watch()
  const second = (await mails('security'))[1]
  expect(second?.text).toContain('1 mudanças de papel de uma conta')
  expect(second?.text).not.toContain('foreign-id-refused')

  await shop.database.$client.query("update operation_alerts set raised_at = raised_at - interval '1 hour'")
  await watch()
  expect(await mails('security')).toHaveLength(3)
  await shop.database.$client.query("update security_counts set minute = minute - interval '25 hours'")
  await watch()
  expect(await rows('select 1 from security_counts')).toEqual([])
  expect(await mails('security')).toHaveLength(3)
})

test('the owner gets one report of each day, in plain words', async () => {
  const run = () => shop.app.operations.jobs['operations.day'].run()
  await Promise.all([run(), run()])
  await run()
  const sent = await mails('day')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('Nenhuma cópia de segurança foi feita ainda: npm run backup.')
})

test('the report of a day goes to its owners, and not to the team too', async () => {
  const sent: string[] = []
  const ownersOf = async () => ['ana@exemplo.com.br', 'bia@exemplo.com.br']
  const clock = movableClock('2028-01-10T12:00:00Z')
  const operations = watching({ clock, sent, freeSpace: async () => 5e9, certificates: [], ownersOf })
  await operations.jobs['operations.day'].run()
  expect(sent).toHaveLength(2)
})

test('WhatsApp that accepts nothing is notified to the team by e-mail within the hour, once until it accepts again', async () => {
  const clock = movableClock('2028-03-20T12:00:00Z')
  const sent: string[] = []
  let refusals: { since: Date; code: string | null } | undefined
  const operations = watching({
    ...{ clock, sent, freeSpace: async () => 5e9, certificates: [] },
    whatsappRefusals: async () => refusals,
  })
  const watchFor = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      await operations.jobs['operations.watch'].run()
      clock.advance(5 * MINUTE)
    }
  }
  refusals = { since: clock.now(), code: '190' }
  await watchFor(15)
  expect(sent).toEqual([])
  await watchFor(300)
  expect(sent).toEqual(['2028-03-20 O WhatsApp não aceita mensagens'])
  refusals = undefined
  await watchFor(5)
  refusals = { since: clock.now(), code: null }
  await watchFor(60)
  expect(sent).toHaveLength(2)
})

test('a full disk is notified to the team at once, and each day while it is full', async () => {
  const clock = movableClock('2028-02-20T12:00:00Z')
  const sent: string[] = []
  let free = 5e9
  const operations = watching({ clock, sent, freeSpace: async () => free, certificates: [] })
  const watchFor = async (hours: number) => {
    for (let passed = 0; passed < hours; passed++) {
      await operations.jobs['operations.watch'].run()
      clock.advance(hour)
    }
  }
  await watchFor(24)
  expect(sent).toEqual([])
  free = 12_000_000
  await watchFor(30)
  free = 5e9
  await watchFor(24)
  expect(sent).toEqual(['2028-02-21 Disco cheio em loja', '2028-02-22 Disco cheio em loja'])
  // Each machine has its own.
  for (const host of ['loja-2', 'loja-3']) {
    const there = watching({ clock, sent, freeSpace: async () => 0, certificates: [], host })
    await there.jobs['operations.watch'].run()
  }
  expect(sent.slice(2)).toEqual(['2028-02-23 Disco cheio em loja-2', '2028-02-23 Disco cheio em loja-3'])
})

test('a report that fails keeps none of the others from the team, and fails the job', async () => {
  const clock = movableClock('2028-03-01T12:00:00Z')
  const sent: string[] = []
  const operations = watching({
    ...{ clock, sent, freeSpace: async () => 0, certificates: [], host: 'loja-4' },
    failedMessages: () => Promise.reject(new Error('no rights')),
  })
  await expect(operations.jobs['operations.watch'].run()).rejects.toThrow('no rights')
  expect(sent).toEqual(['2028-03-01 Disco cheio em loja-4'])
})

test('files that rows refer to and the store lacks are one e-mail, and a line each morning until they return', async () => {
  const { documents, operations } = shop.app
  const check = () => operations.jobs['operations.check-files'].run()
  const fileOf = async (bytes: Buffer) => {
    const added = await documents.add({ userId: shop.customer, personType: 'fisica', name: 'rg.pdf', bytes })
    return `documents/${added.ok ? added.value.id : ''}`
  }
  const [lost, whole] = [await fileOf(pdf('lost')), await fileOf(pdf('whole'))]
  const path = (key: string) => join(shop.variables.DATA_DIR, 'files', key)
  // An upload that is not finished has no file yet.
  await shop.database.$client.query(
    `insert into documents (id, user_id, person_type, name, media_type, size, sha256, storage_key, created_at)
     values ($1, $2, 'fisica', 'x.pdf', 'application/pdf', 1, $3, $4, now())`,
    [newId(), shop.customer, '0'.repeat(64), `documents/${newId()}`],
  )
  await check()
  expect(await mails('files')).toEqual([])

  const bytes = await readFile(path(lost))
  await rm(path(lost))
  await Promise.all([check(), check()])
  await check()
  const [sent, ...others] = await mails('files')
  expect(others).toEqual([])
  expect(sent?.subject).toBe('1 arquivo falta no armazenamento')
  expect(sent?.text).toContain('não estão mais onde são guardados: 1 documento de cliente.')
  expect(sent?.text).toContain(lost)
  expect(sent?.text).not.toContain(whole)
  await rows("delete from operation_alerts where key like 'day:%'")
  await operations.jobs['operations.day'].run()
  expect((await mails('day')).at(-1)?.text).toContain('1 arquivo falta no armazenamento: traga-os')

  await writeFile(path(lost), bytes)
  await check()
  expect(await rows("select key from operation_alerts where key like 'missing-file%'")).toEqual([])
  await rm(path(lost))
  await check()
  expect(await mails('files')).toHaveLength(2)
  await writeFile(path(lost), bytes)
  await check()
})

test('what killed processes left unfinished in the store a day ago is deleted, nothing else', async () => {
  const check = () => shop.app.operations.jobs['operations.check-files'].run()
  const folder = join(shop.variables.DATA_DIR, 'files', 'documents')
  const unfinished = [`${newId()}.${randomUUID()}~`, `${newId()}.rewritten~`]
  const others = [newId(), 'notas.txt~', `${newId()}.${randomUUID()}`]
  for (const name of [...unfinished, ...others]) await writeFile(join(folder, name), 'x')
  const left = async () => {
    const names = await readdir(folder)
    return [unfinished, others].map((these) => these.filter((name) => names.includes(name)))
  }
  await check()
  expect(await left()).toEqual([unfinished, others])
  const yesterday = new Date(shop.app.clock.now().getTime() - DAY - MINUTE)
  for (const name of [...unfinished, ...others]) await utimes(join(folder, name), yesterday, yesterday)
  await check()
  expect(await left()).toEqual([[], others])
  for (const name of others) await rm(join(folder, name))
})

/** Creates the operations of a system without any other fault. */
function watching({
  clock,
  sent,
  ...about
}: Pick<Parameters<typeof createOperations>[0], 'freeSpace' | 'certificates'> &
  Partial<
    Pick<Parameters<typeof createOperations>[0], 'host' | 'ownersOf' | 'failedMessages' | 'whatsappRefusals'>
  > & {
    clock: ReturnType<typeof movableClock>
    sent: string[]
  }) {
  return createOperations({
    database: shop.database,
    clock,
    log: createLog({ level: 'silent' }),
    jobs: { retryDeadLetter: async () => false },
    send: async (_, { subject }) => void sent.push(`${clock.now().toISOString().slice(0, 10)} ${subject}`),
    teamEmail: () => 'equipe@exemplo.com.br',
    links: {
      deskOperation: () => 'https://loja.exemplo/painel/operacao',
      deskMessages: () => 'https://loja.exemplo/painel/mensagens',
    },
    host: 'loja',
    forgottenMessages: async () => [],
    failedMessages: async () => [],
    whatsappRefusals: async () => undefined,
    dayFigures: async () => ({
      ...{
        contracts: { count: 0, centavos: 0 },
        received: { count: 0, centavos: 0 },
        overdue: { count: 0, centavos: 0 },
      },
      ...{ waiting: 0, late: 0, stoppedJobs: 0, failedMessages: 0, differences: 0, failingProviders: [] },
    }),
    ownersOf: async () => [],
    unexplainedMovements: async () => [],
    missingFiles: async () => [],
    isFileKey: async () => false,
    deleteUnfinishedFiles: async () => 0,
    ...about,
  })
}
