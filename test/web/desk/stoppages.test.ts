// Databases: one
import { createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
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

test('the queue, the messages and the operation say since when e-mail takes nothing, and no longer once it does', async () => {
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
  // Who answers customers reads it too.
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
