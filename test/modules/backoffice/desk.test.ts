// Databases: one. A command line in front of use cases whose suites run on both.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDesk } from '../../../scripts/desk/run.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { customerEmail, password, staffEmail, startBackofficeApp } from './backoffice-app.ts'

let setup: Awaited<ReturnType<typeof startBackofficeApp>>

beforeAll(async () => {
  setup = await startBackofficeApp({ testDatabase })
})
afterAll(() => setup.close())

/** Runs a command of `npm run desk`, as its process does. */
async function desk(args: string[], account: { email?: string; secret?: string } = {}) {
  const { email = staffEmail, secret = password } = account
  const env = { ...setup.variables, DESK_EMAIL: email, DESK_PASSWORD: secret }
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const code = await runDesk(args, { env, print, printError: print })
  return { code, text }
}

test('the process exits with the code of its command', async () => {
  const env = { ...process.env, ...setup.variables, DESK_EMAIL: staffEmail, DESK_PASSWORD: password }
  const args = ['devolver-credito', newId(), '--motivo', 'não existe']
  const unknown = promisify(execFile)(process.execPath, ['scripts/desk.ts', ...args], { env })
  await expect(unknown).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/\S/) })
}, 120_000)

test('a new shop gets its first team account by a command, once', async () => {
  const { app } = setup
  expect(await app.identity.hasOwner()).toBe(false)
  const found = (email: string, secret: string) => desk(['criar-equipe', email], { email: '', secret })
  expect(await found('dona', 'Girassol@77')).toEqual({ code: 1, text: 'Este e-mail não parece certo.\n' })
  expect((await found('dona@exemplo.com.br', 'girassol')).text).toMatch(/^Senha fraca demais/)
  expect((await found('dona@exemplo.com.br', 'Dona@exemplo1')).text).toMatch(/^Esta senha é fácil/)
  expect((await found(customerEmail, 'Girassol@77')).text).toMatch(/^Já existe uma conta com este e-mail/)
  expect(await app.identity.hasOwner()).toBe(false)

  const emails = ['Dona@Exemplo.com.br', 'outra@exemplo.com.br']
  const both = await Promise.all(emails.map((email) => found(email, 'Quero-quero@31')))
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(both.find(({ code }) => code === 1)?.text).toBe('Já existe uma conta de administração.\n')
  expect(await app.identity.hasOwner()).toBe(true)

  const email = emails[both.findIndex(({ code }) => code === 0)]?.toLowerCase() ?? ''
  const log = await desk(['auditoria'], { email, secret: 'Quero-quero@31' })
  expect(log).toMatchObject({
    code: 0,
    text: expect.stringMatching(/team\.found .*primeira conta da equipe/),
  })
  expect(log.text).not.toContain('exemplo.com.br')
})

test('open items are listed, decided with a reason, and recorded', async () => {
  const creditId = await setup.credit(7.5)
  expect(await desk(['pendencias'])).toMatchObject({ code: 0, text: expect.stringContaining(creditId) })

  const withoutReason = await desk(['devolver-credito', creditId])
  expect(withoutReason).toEqual({ code: 1, text: 'Diga por quê: --motivo "…".\n' })
  const done = await desk(['devolver-credito', creditId, '--motivo', 'não é cliente'])
  expect(done).toEqual({ code: 0, text: 'Devolução de R$ 7,50 pedida.\n' })
  const log = await desk(['auditoria'])
  expect(log.text).toContain(`credit.refund ${creditId}`)
  expect(log.text).toContain('✓ O registro está inteiro.')
})

test('only the team has access, and no session stays open', async () => {
  expect(await desk(['pendencias'], { email: customerEmail })).toMatchObject({
    code: 1,
    text: 'Esta conta não é da equipe.\n',
  })
  expect(await desk(['pendencias'], { secret: 'Outra@senha1' })).toMatchObject({
    code: 1,
    text: 'E-mail ou senha não conferem.\n',
  })
  const { rows } = await setup.database.$client.query(
    "select 1 from sessions where ended_at is null and user_agent = 'npm run desk'",
  )
  expect(rows).toEqual([])
})

test('an order is found by its number, as it is said on the phone', async () => {
  const { app, customer } = setup
  const id = newId()
  const { number } = await app.database.transaction((tx) =>
    app.orders.openOrder(tx, {
      ...{
        id,
        userId: customer,
        serviceId: 'clean-name',
        planId: 'a-vista',
        serviceTitle: 'Limpeza de Nome',
      },
      ...{ servicePrice: 150_000, paymentType: 'PIX à vista' },
    }),
  )
  const seen = await desk(['ver-pedido', number.toLowerCase().replace('-', ' ')])
  expect(seen.text).toContain(`${number} Limpeza de Nome, R$ 1.500,00 (PIX à vista)`)
  expect(seen.text).toContain(`pedido ${id}`)
  const cancelled = await desk(['cancelar-pedido', number, '--motivo', 'pediu por telefone'])
  expect(cancelled).toEqual({ code: 0, text: 'Pedido cancelado.\n' })
  expect(await app.orders.orderOf({ userId: customer, orderId: id })).toMatchObject({ status: 'cancelled' })
})

test('wrong usage prints the usage', async () => {
  for (const args of [['devolver-credito'], ['pendencias', '--força']]) {
    const answer = await desk(args)
    expect(answer.code).toBe(2)
    expect(answer.text).toContain('devolver-cobranca <cobranca>')
  }
  const invalid = await desk(['devolver-cobranca', setup.customer, '--valor', '10.50', '--motivo', 'teste'])
  expect(invalid).toMatchObject({ code: 1, text: expect.stringContaining('Valor não entendido') })
})
