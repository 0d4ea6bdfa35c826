// Databases: one
import { createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '../../../src/core/durations.ts'
import { atDesk } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

// Nothing listens there: the port was free a moment ago.
const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
const web = webWith(allPages, async () => ({
  SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`,
  MAIL_FROM: 'Loja <contato@recomeco.exemplo>',
  WHATSAPP_PHONE_NUMBER_ID: '1234567890',
  WHATSAPP_ACCESS_TOKEN: 'a long token',
  WHATSAPP_BASE_URL: `http://127.0.0.1:${await closedPort()}/v23.0`,
}))

let owner: Browser
let support: Browser

beforeAll(async () => {
  owner = await atDesk(web, 'owner')
  support = await atDesk(web, 'support')
  // What the demonstration and signing in wrote: this file is about its own messages.
  await web.database.$client.query('delete from messages')
})

const htmlOf = async (browser: Browser, path: string) =>
  (await (await browser.get(path)).text()).replaceAll('<!-- -->', '')

/** Tries to deliver what waits, as its jobs would. */
async function attempt(): Promise<void> {
  const { rows } = await web.database.$client.query<{ id: string }>(
    "select id from messages where status = 'queued' order by created_at",
  )
  for (const { id } of rows) {
    await web.app.jobs['messages.deliver']?.run({ messageId: id }).catch(() => {})
  }
}

test('the queue, the messages and the operation say since when e-mail accepts nothing, and no longer once it does', async () => {
  const places = ['/painel', '/painel/mensagens', '/painel/mensagens?ver=falhas', '/painel/operacao']
  for (const place of places) expect(await htmlOf(owner, place)).not.toContain('não aceita mensagens')
  const before = await web.app.backoffice.deskVersion()
  await web.app.notifications.send(web.database, {
    ...{ to: 'ana@exemplo.com.br', channel: 'email', kind: 'account.exists' },
    ...{ subject: 'Oi', text: 'Olá.' },
  } as Parameters<typeof web.app.notifications.send>[1])
  await attempt()
  web.pass(2)
  await attempt()
  // Open screens load themselves again.
  expect(await web.app.backoffice.deskVersion()).not.toBe(before)
  for (const place of places) {
    const html = await htmlOf(owner, place)
    expect(html, place).toMatch(
      /O servidor de e-mail não aceita mensagens desde 09:\d\d\. 1 mensagem espera\./,
    )
    expect(html).toContain('Na última tentativa: o servidor não atendeu, ou cortou a conexão.')
    expect(html).toContain('npm run doctor')
    expect(html).toContain('/painel/mensagens?ver=na-fila')
    expect(html).not.toContain('ana@exemplo.com.br')
  }
  // Members who answer customers read it too.
  expect(await htmlOf(support, '/painel')).toContain('O servidor de e-mail não aceita mensagens')
  // The next day the sentence has its day.
  web.pass(24 * 60)
  owner = await atDesk(web, 'owner')
  expect(await htmlOf(owner, '/painel')).toMatch(/desde 02\/03\/2026 às 09:\d\d\./)
  await web.database.$client.query('delete from channel_refusals')
  await web.database.$client.query('delete from messages')
  for (const place of places) expect(await htmlOf(owner, place)).not.toContain('não aceita mensagens')
  expect(await web.app.backoffice.deskVersion()).toBe(before)
})

test('without a worker the desk says that nothing is sent', async () => {
  await web.database.$client.query('delete from messages')
  expect(await htmlOf(owner, '/painel')).not.toContain('Nenhuma mensagem é enviada')
  await web.app.notifications.send(web.database, {
    ...{ to: 'ana@exemplo.com.br', channel: 'email', kind: 'account.exists' },
    ...{ subject: 'Oi', text: 'Olá.' },
  } as Parameters<typeof web.app.notifications.send>[1])
  web.pass(6)
  const html = await htmlOf(owner, '/painel')
  expect(html).toMatch(
    /Nenhuma mensagem é enviada desde 09:\d\d: parece que nenhum worker está no ar\. 1 mensagem espera\./,
  )
  expect(html).toContain('inicia o worker')
})

test('the team is notified by e-mail of WhatsApp that accepts nothing, and of no mail server', async () => {
  const now = web.app.clock.now().getTime()
  const refuse = (channel: string) =>
    web.database.$client.query(
      'insert into channel_refusals (channel, since, latest_at, code) values ($1, $2, $3, $4)',
      [channel, new Date(now - 2 * HOUR), new Date(now - HOUR), '190'],
    )
  const notified = async () => {
    await web.app.operations.jobs['operations.watch'].run()
    const { rows } = await web.database.$client.query<{ subject: string; text: string }>(
      "select subject, text from messages where subject like 'O WhatsApp%'",
    )
    return rows
  }
  await refuse('email')
  expect(await notified()).toEqual([])
  await refuse('whatsapp')
  expect(await notified()).toEqual([
    { subject: 'O WhatsApp não aceita mensagens', text: expect.stringContaining('(motivo 190)') },
  ])
})
