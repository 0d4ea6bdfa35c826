import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { exampleCompany } from '../../../src/core/company.ts'
import { keptChannel } from '../../../src/modules/notifications/adapters/kept.ts'
import { smtpChannel } from '../../../src/modules/notifications/adapters/smtp.ts'
import { whatsappChannel } from '../../../src/modules/notifications/adapters/whatsapp.ts'
import type { PreferencesLink } from '../../../src/modules/notifications/domain/mail-headers.ts'
import type { MessageChannel, OutgoingMessage } from '../../../src/modules/notifications/ports.ts'
import { createMailRenderer } from '../../../src/web/mail/mail-renderer.tsx'

/** A channel with a fake provider that accepts, refuses, is unavailable or does not respond. */
interface ChannelSetup {
  channel: MessageChannel
  to: string
  /** Raw messages that the provider received. */
  received: string[]
  respond: (next: 'yes' | 'refused' | 'deferred' | 'unavailable' | 'silence') => void
  close: () => Promise<void>
}

let preferences: PreferencesLink | undefined

const message = (to: string): OutgoingMessage => ({
  id: '0199f0aa-0000-7000-8000-000000000001',
  to,
  subject: 'Confirmação do pedido',
  text: 'Olá, <b>Ana</b>\nVeja https://recomeco.exemplo/p?a=1&b=2 agora.',
  links: ['https://recomeco.exemplo/p?a=1&b=2'],
})

const setups: Record<string, (times?: { timeout?: number }) => Promise<ChannelSetup>> = { smtp, whatsapp }
let setup: ChannelSetup | undefined
afterEach(async () => {
  await setup?.close()
  setup = undefined
  preferences = undefined
})

describe.each(Object.entries(setups))('%s', (name, open) => {
  test('sends a message once and returns its id at the provider', async () => {
    setup = await open()
    const outcome = await setup.channel.deliver(message(setup.to))
    expect(outcome).toMatchObject({ ok: true, value: { status: 'sent', providerId: expect.any(String) } })
    expect(setup.received).toHaveLength(1)
    expect(setup.received[0]).toContain('recomeco.exemplo')
  })

  test('returns refused on a permanent error', async () => {
    setup = await open()
    setup.respond('refused')
    expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'refused' })
  })

  test('returns unavailable on a temporary error', async () => {
    setup = await open()
    setup.respond('unavailable')
    expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'unavailable' })
  })

  test('returns deferred on a temporary error of one recipient', async () => {
    setup = await open()
    setup.respond('deferred')
    expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'deferred' })
  })

  test('times out', async () => {
    setup = await open({ timeout: 700 })
    setup.respond('silence')
    const began = performance.now()
    expect(await setup.channel.deliver(message(setup.to))).toMatchObject({
      ok: false,
      code: name === 'smtp' ? 'unavailable' : 'unknown',
    })
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  test('returns unavailable when the connection is refused', async () => {
    const { channel, to, close } = await open()
    await close()
    expect(await channel.deliver(message(to))).toMatchObject({ ok: false, code: 'unavailable' })
  })

  test('refuses an invalid address, and repeats no address in its reasons', async () => {
    setup = await open()
    for (const to of ['', 'a@b.com,c@d.com', 'a@b.com\r\nBcc: c@d.com', '<a@b.com>', '+55 48', 'x']) {
      expect(await setup.channel.deliver(message(to))).toMatchObject({ ok: false, code: 'refused' })
    }
    expect(setup.received).toEqual([])
    setup.respond('refused')
    expect(JSON.stringify(await setup.channel.deliver(message(setup.to)))).not.toContain(setup.to)
  })
})

test('the null channel only stores the message', async () => {
  expect(await keptChannel().deliver(message('ana@exemplo.com.br'))).toEqual({
    ok: true,
    value: { status: 'kept' },
  })
})

test('a resent e-mail has the same Message-ID', async () => {
  setup = await smtp()
  await setup.channel.deliver(message(setup.to))
  await setup.channel.deliver(message(setup.to))
  const ids = setup.received.map((raw) => /^Message-ID: (.*)\r?$/im.exec(raw)?.[1])
  expect(ids).toEqual(Array(2).fill('<0199f0aa-0000-7000-8000-000000000001@recomeco.exemplo>'))
})

test('a subject cannot add a header, and HTML is escaped', async () => {
  setup = await smtp()
  await setup.channel.deliver({ ...message(setup.to), subject: 'Oi\r\nBcc: outro@exemplo.com.br' })
  const raw = setup.received[0] ?? ''
  expect(raw).not.toMatch(/^Bcc:/im)
  const html = decodeQuotedPrintable(raw.slice(raw.indexOf('text/html')))
  expect(html).toContain('Olá, &lt;b&gt;Ana&lt;/b&gt;')
  expect(html).toContain('Veja https://recomeco.exemplo/p?a=1&amp;b=2 agora.')
})

test('an e-mail has text and equal HTML; e-mails about one order are one conversation', async () => {
  setup = await smtp()
  const orderId = '0199f0aa-0000-7000-8000-0000000000aa'
  preferences = { page: 'https://recomeco.exemplo/preferencias/x', oneClick: 'https://recomeco.exemplo/p/x' }
  const content = {
    ...{ title: 'O trabalho começou', preheader: 'Pedido RC-1', lines: ['Olá, Ana.'] },
    action: { label: 'Acompanhar', url: 'https://recomeco.exemplo/tracking' },
  }
  await setup.channel.deliver({ ...message(setup.to), orderId, content })
  const raw = setup.received[0] ?? ''
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/im)
  expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'))
  expect(raw).toMatch(/^In-Reply-To: <pedido\.0199f0aa-0000-7000-8000-0000000000aa@recomeco\.exemplo>\r$/im)
  expect(raw).toMatch(/^References: <pedido\.0199f0aa-/im)
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/recomeco\.exemplo\/p\/x>\r$/im)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im)
  const text = decodeQuotedPrintable(raw.slice(raw.indexOf('text/plain'), raw.indexOf('text/html')))
  expect(text).toContain('Escolher o que você recebe: https://recomeco.exemplo/preferencias/x')
  const html = decodeQuotedPrintable(raw.slice(raw.indexOf('text/html')))
  expect(html).toContain('O trabalho começou</h1>')
  expect(html).toContain('href="https://recomeco.exemplo/preferencias/x"')
})

test('wrong SMTP credentials are a configuration error, so the message is retried', async () => {
  setup = await smtp({ acceptPassword: false })
  expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'unavailable' })
})

test.each([550, 553, 451])(
  'a mail server that answers our sender with %i is a configuration error too',
  async (code) => {
    setup = await smtp({ senderRefusal: code })
    expect(await setup.channel.deliver(message(setup.to))).toMatchObject({
      ok: false,
      code: 'unavailable',
      detail: `EENVELOPE ${code}`,
    })
  },
)

test.each([
  ['450 4.2.1 mailbox busy', 'deferred'],
  ['451 4.7.1 greylisted, come back in five minutes', 'deferred'],
  ['452 4.2.2 mailbox full', 'deferred'],
  ['452-4.2.2 mailbox full\r\n452 4.2.2 ask its owner', 'deferred'],
  ['451 come back later', 'deferred'],
  ['451 4.3.5 server configuration problem', 'unavailable'],
  ['452 4.3.1 insufficient system storage', 'unavailable'],
  ['452-4.3.1 insufficient\r\n452 4.3.1 system storage', 'unavailable'],
  ['454 4.7.1 relay access denied', 'unavailable'],
  ['421 4.7.0 too many connections', 'unavailable'],
])('a mail server that answers a recipient with “%s” is %s', async (reply, code) => {
  const port = await scriptedMailServer(reply)
  const channel = smtpAt(port)
  const outcome = await channel.deliver(message('ana@exemplo.com.br'))
  expect(outcome).toMatchObject({ ok: false, code })
  expect(JSON.stringify(outcome)).not.toContain('ana@')
})

test('where encryption is required, a server without STARTTLS gets neither the password nor the message', async () => {
  const mail = await smtp({ requireTls: true })
  setup = mail
  expect(await mail.channel.deliver(message(mail.to))).toMatchObject({ ok: false, code: 'unavailable' })
  expect([mail.passwords, mail.received]).toEqual([[], []])
})

test('waits for a mail server that is slow to accept a message', async () => {
  const order: string[] = []
  setup = await smtp({
    timeout: 700,
    afterMessage(answer) {
      setTimeout(() => {
        order.push('answered')
        answer()
      }, 1_500)
    },
  })
  const delivered = setup.channel.deliver(message(setup.to), () => order.push('sent'))
  expect(await delivered).toMatchObject({ ok: true })
  expect(order).toEqual(['sent', 'answered'])
  expect(setup.received).toHaveLength(1)
})

test('a mail server that has the message and does not answer may have accepted it', async () => {
  setup = await smtp({ timeout: 700, silence: 1_500, afterMessage: () => {} })
  const began = performance.now()
  expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'unknown' })
  expect(performance.now() - began).toBeGreaterThan(1_400)
})

test('a connection lost after the message leaves the outcome unknown', async () => {
  setup = await smtp({
    afterMessage: (_answer, connections) => connections.forEach((one) => void one.destroy()),
  })
  expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code: 'unknown' })
})

test.each([
  [451, 'unavailable'],
  [552, 'refused'],
])('a mail server that answers the message with %i has not accepted it', async (responseCode, code) => {
  setup = await smtp({ afterMessage: (answer) => answer(Object.assign(new Error('no'), { responseCode })) })
  expect(await setup.channel.deliver(message(setup.to))).toMatchObject({ ok: false, code })
})

test.each([
  [131026, 'refused'],
  [131047, 'refused'],
  [132000, 'refused'],
  [132001, 'refused'],
  [132012, 'refused'],
  [132016, 'refused'],
  [132015, 'refused'],
  [131049, 'refused'],
  [190, 'unavailable'],
  [130429, 'unavailable'],
  [131048, 'unavailable'],
  [131056, 'deferred'],
  [999999, 'unavailable'],
])('WhatsApp error %i is %s', async (code, expected) => {
  const failing = await whatsappResponding(400, { error: { code, message: 'no' } })
  expect(await failing.channel.deliver(message('+5548999991234'))).toMatchObject({
    ok: false,
    code: expected,
  })
  await failing.close()
})

test('WhatsApp receives a template with the text on one line as its only parameter', async () => {
  setup = await whatsapp()
  await setup.channel.deliver(message('+5548999991234'))
  expect(JSON.parse(setup.received[0] ?? '')).toMatchObject({
    messaging_product: 'whatsapp',
    to: '5548999991234',
    type: 'template',
    template: {
      name: 'aviso',
      language: { code: 'pt_BR' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Olá, <b>Ana</b> Veja https://recomeco.exemplo/p?a=1&b=2 agora.' },
          ],
        },
      ],
    },
  })
})

async function smtp({
  acceptPassword = true,
  requireTls = false,
  timeout = 10_000,
  silence = 10_000,
  afterMessage = (answer) => answer(),
  senderRefusal,
  refusals = { refused: 550, deferred: 451, unavailable: 421 },
}: {
  /** The response to our own address; by default it is accepted. */
  senderRefusal?: number
  /** The responses to the recipient's address. */
  refusals?: Record<'refused' | 'deferred' | 'unavailable', number>
  acceptPassword?: boolean
  requireTls?: boolean
  timeout?: number
  silence?: number
  /** What the server does once it has a message. */
  afterMessage?: (answer: (error?: Error) => void, connections: ReadonlySet<Socket>) => void
} = {}): Promise<ChannelSetup & { passwords: string[] }> {
  const received: string[] = []
  const passwords: string[] = []
  let behaviour: Parameters<ChannelSetup['respond']>[0] = 'yes'
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password ?? '')
      return acceptPassword
        ? done(null, { user: 'u' })
        : done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      if (behaviour === 'silence') return
      if (behaviour === 'yes') return done()
      done(Object.assign(new Error(`no ${address}`), { responseCode: refusals[behaviour] }))
    },
    onMailFrom(_address, _session, done) {
      if (!senderRefusal) return done()
      done(Object.assign(new Error('no sender'), { responseCode: senderRefusal }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        afterMessage(done, connections)
      })
    },
  })
  const connections = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => connections.add(socket))
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    channel: smtpChannel({
      url: `smtp://user:senha@127.0.0.1:${port}`,
      from: '"Empresa, Exemplo" <contato@recomeco.exemplo>',
      domain: 'recomeco.exemplo',
      render: createMailRenderer({ sender: () => exampleCompany, publicUrl: 'https://recomeco.exemplo' }),
      preferencesOf: () => preferences,
      requireTls,
      timeout,
      silence,
    }),
    to: 'ana@exemplo.com.br',
    received,
    passwords,
    respond: (next) => {
      behaviour = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A mail server that accepts everything but a recipient, which it answers with these lines. @returns its port */
async function scriptedMailServer(reply: string): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        socket.write(line.startsWith('RCPT') ? `${reply}\r\n` : '250 ok\r\n')
      }
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function smtpAt(port: number): MessageChannel {
  return smtpChannel({
    url: `smtp://127.0.0.1:${port}`,
    from: 'contato@recomeco.exemplo',
    domain: 'recomeco.exemplo',
    render: () => '<p>Olá</p>',
    timeout: 5_000,
  })
}

async function whatsapp({ timeout = 10_000 } = {}): Promise<ChannelSetup> {
  const received: string[] = []
  let behaviour: Parameters<ChannelSetup['respond']>[0] = 'yes'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (behaviour === 'silence') return
    if (behaviour === 'refused')
      return json(response, 400, { error: { code: 131026, message: '+5548999991234' } })
    if (behaviour === 'unavailable') return json(response, 429, { error: { code: 130429 } })
    if (behaviour === 'deferred') return json(response, 400, { error: { code: 131056 } })
    expect(request.url).toBe('/v23.0/100/messages')
    expect(request.headers.authorization).toBe('Bearer token-1')
    received.push(Buffer.concat(chunks).toString())
    json(response, 200, { messages: [{ id: 'wamid.1' }] })
  })
  const close = await listening(server)
  return {
    channel: whatsappAt(server, timeout),
    to: '+5548999991234',
    received,
    respond: (next) => {
      behaviour = next
    },
    close,
  }
}

async function whatsappResponding(status: number, body: unknown) {
  const server = createServer((_request, response) => json(response, status, body))
  const close = await listening(server)
  return { channel: whatsappAt(server), close }
}

function whatsappAt(server: Server, timeout = 10_000): MessageChannel {
  const { port } = server.address() as AddressInfo
  return whatsappChannel({
    baseUrl: `http://127.0.0.1:${port}/v23.0`,
    phoneNumberId: '100',
    accessToken: 'token-1',
    timeout,
  })
}

async function listening(server: Server): Promise<() => Promise<void>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
