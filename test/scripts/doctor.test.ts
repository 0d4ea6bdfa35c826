import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import {
  disk,
  mail,
  memory,
  provider,
  siteCertificate,
  storage,
  whatsapp,
} from '../../scripts/doctor/checks.ts'
import { portProblem } from '../../scripts/lib/ports.ts'
import { inRoot } from '../../scripts/lib/root.ts'
import { applicationUrl } from '../../scripts/lib/system.ts'
import { smtpProblem } from '../../src/modules/notifications/adapters/smtp-problem.ts'
import { parseConfig } from '../../src/platform/config/config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
/** Certificate of a CA that is not trusted here. */
const untrusted = {
  cert: readFileSync(inRoot('test/support/test-only-certificates/bank.pem')),
  key: readFileSync(inRoot('test/support/test-only-certificates/bank-key.pem')),
}
const configOf = (env: Record<string, string> = {}) =>
  parseConfig({ DATA_DIR: dataDir, ...env }, () => ({ session: 's'.repeat(64), encryption: 'ab'.repeat(32) }))

test('tests a folder for files by writing one, and reports a folder that refuses it', async () => {
  expect(await storage(configOf())).toEqual({
    is: 'passed',
    line: 'Arquivos: a pasta de dados grava, lê e apaga.',
  })
  expect(await storage(configOf({ DATA_DIR: '/dev/null/x' }))).toMatchObject({
    is: 'failed',
    line: expect.stringContaining('recusa (ENOTDIR)'),
  })
})

test('asks Meta for the templates, and says what replaces a missing one', async () => {
  let data: object[] = []
  let status = 200
  const server = createServer((_, response) => {
    response.writeHead(status).end(JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const some = {
    WHATSAPP_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`,
    WHATSAPP_PHONE_NUMBER_ID: '1234567890',
    WHATSAPP_ACCESS_TOKEN: 'EAAG-a-token',
  }
  const notices = {
    WHATSAPP_BUSINESS_ACCOUNT_ID: '987654321',
    WHATSAPP_APP_SECRET: 'a'.repeat(32),
    WHATSAPP_VERIFY_TOKEN: 'b'.repeat(32),
  }
  const lineOf = async (env: Record<string, string>) => (await whatsapp(configOf(env)))[0]
  expect(await lineOf({})).toBeUndefined()
  expect(await lineOf(some)).toMatchObject({
    is: 'note',
    line: expect.stringContaining('tudo sai pelo modelo aviso'),
  })
  const approved = (...names: string[]) =>
    names.map((name) => ({ name, language: 'pt_BR', status: 'APPROVED' }))
  data = approved('aviso', 'andamento', 'lembrete', 'resposta')
  expect(await lineOf({ ...some, ...notices })).toMatchObject({ is: 'passed' })
  data = [...approved('aviso', 'lembrete'), { name: 'andamento', language: 'pt_BR', status: 'PAUSED' }]
  expect(await lineOf({ ...some, ...notices })).toMatchObject({
    is: 'note',
    line: expect.stringContaining('andamento, resposta; o que é deles sai pelo modelo aviso'),
  })
  data = [...approved('lembrete'), { name: 'aviso', language: 'en', status: 'APPROVED' }]
  expect(await lineOf({ ...some, ...notices })).toMatchObject({
    is: 'note',
    line: expect.stringContaining(
      'aviso, andamento, resposta; o que é deles, e o que não tem modelo próprio, vai por e-mail',
    ),
  })
  status = 401
  expect(await lineOf({ ...some, ...notices })).toMatchObject({
    is: 'failed',
    line: expect.stringContaining('status 401'),
  })
  server.close()
})

test('asks the provider with the token', async () => {
  let status = 200
  let authorization: string | undefined
  const server = createServer((request, response) => {
    authorization = request.headers.authorization
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = { MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1234', MERCADOPAGO_WEBHOOK_SECRET: 'x'.repeat(16) }
  const config = configOf({ ...real, MERCADOPAGO_BASE_URL: baseUrl })
  expect(await provider(config)).toMatchObject([{ is: 'passed' }])
  expect(authorization).toBe('Bearer APP_USR-1234')
  status = 401
  expect(await provider(config)).toMatchObject([
    { is: 'failed', line: expect.stringContaining('recusa MERCADOPAGO_ACCESS_TOKEN') },
  ])
  status = 500
  expect(await provider(config)).toMatchObject([{ is: 'failed', line: 'Mercado Pago: responde 500.' }])
  server.close()
  await once(server, 'close')
  expect(await provider(config)).toMatchObject([
    { is: 'failed', line: expect.stringContaining('Mercado Pago: não responde (') },
  ])
  expect(await provider(configOf())).toEqual([])
})

test('reports a mail server with an invalid certificate, and one that stops after its greeting', async () => {
  const bad = createTlsServer(untrusted, (socket) => socket.on('error', () => {}).end()).listen(
    0,
    '127.0.0.1',
  )
  const silent = createTcpServer((socket) => socket.on('error', () => {}).write('220 here\r\n'))
  silent.listen(0, '127.0.0.1')
  await Promise.all([bad, silent].map((server) => server.listening || once(server, 'listening')))
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  try {
    expect(await mail(configOf({ SMTP_URL: `smtps://localhost:${portOf(bad)}` }))).toEqual({
      is: 'failed',
      line: expect.stringMatching(/o certificado de localhost:\d+ não serve \(.*SIGN.*\)/),
    })
    expect(await mail(configOf({ SMTP_URL: `smtp://localhost:${portOf(silent)}` }), 500)).toMatchObject({
      is: 'failed',
      line: expect.stringContaining('não atende (ETIMEDOUT)'),
    })
  } finally {
    bad.close()
    silent.close()
  }
})

test('reports a silent mail server, disk, memory and a site without https', async () => {
  expect(await mail(configOf())).toMatchObject({ is: 'note' })
  expect(await mail(configOf({ SMTP_URL: 'smtp://u:p@127.0.0.1:9' }))).toMatchObject({
    is: 'failed',
    line: expect.stringContaining('127.0.0.1:9 não atende'),
  })
  expect((await disk({ dataDir })).line).toMatch(/^Disco: [\d,]+ [MGT]B livres/)
  expect(memory({ databaseUrl: undefined }).line).toMatch(/^Memória: /)
  expect(await siteCertificate({ publicUrl: 'http://localhost:1' })).toEqual([])
})

test('reports a mail server that refuses the password, or offers no encryption', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (said.startsWith('EHLO')) return socket.write('250-here\r\n250 AUTH PLAIN\r\n')
      socket.write(said.startsWith('AUTH') ? '535 5.7.8 no\r\n' : '502 no\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `smtp://user:senha@${host}`
  try {
    expect(await smtpProblem({ url, requireTls: false })).toBe(
      `${host} recusa o usuário ou a senha. Confira SMTP_URL.`,
    )
    expect(await smtpProblem({ url, requireTls: true })).toBe(
      `${host} não oferece conexão cifrada (STARTTLS). Use smtps://, ou outra porta.`,
    )
  } finally {
    server.close()
  }
})

test('states the true reason why a port cannot be used', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await portProblem(port, '127.0.0.1')).toMatch(/^A porta \d+ já está em uso/)
  server.close()
  await once(server, 'close')
  expect(await portProblem(port, '127.0.0.1')).toBeUndefined()
  // An address reserved for documentation (RFC 5737): no machine has it.
  expect(await portProblem(port, '192.0.2.1')).toBe(
    'O endereço 192.0.2.1 não existe nesta máquina; indique outro em HOST.',
  )
  expect([applicationUrl(1, '::'), applicationUrl(1, '0.0.0.0'), applicationUrl(1)]).toEqual([
    'http://[::1]:1',
    'http://127.0.0.1:1',
    'http://127.0.0.1:1',
  ])
})
