// Databases: one
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDesk } from '../../../scripts/desk/run.ts'
import { quickResolution } from '../../../scripts/lib/preloaded.mjs'
import { addDays, formatDate, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { customerEmail, password, passwordCost, staffEmail, startBackofficeApp } from './backoffice-app.ts'

let setup: Awaited<ReturnType<typeof startBackofficeApp>>

beforeAll(async () => {
  setup = await startBackofficeApp({ testDatabase })
})
afterAll(() => setup.close())

/** Runs a command of `npm run desk`, in the same way as its process. */
async function desk(args: string[], account: { email?: string; secret?: string } = {}) {
  const { email = staffEmail, secret = password } = account
  const env = { ...setup.variables, DESK_EMAIL: email, DESK_PASSWORD: secret }
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const code = await runDesk(args, { env, print, printError: print, passwordCost })
  return { code, text }
}

test('the process exits with the code of its command', async () => {
  const env = { ...process.env, ...setup.variables, DESK_EMAIL: staffEmail, DESK_PASSWORD: password }
  const args = ['devolver-credito', newId(), '--motivo', 'não existe']
  const unknown = promisify(execFile)(process.execPath, [...quickResolution, 'scripts/desk.ts', ...args], {
    env,
  })
  await expect(unknown).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/\S/) })
}, 120_000)

test('a command creates the first team account of a new shop, once', async () => {
  const { app } = setup
  expect(await app.identity.hasOwner()).toBe(false)
  const found = (email: string, secret: string) => desk(['criar-equipe', email], { email: '', secret })
  // Refused before a password is asked for: none is given here.
  expect(await found('dona', '')).toEqual({ code: 1, text: 'Este e-mail não parece certo.\n' })
  expect((await found('dona@exemplo.com.br', 'girassol')).text).toMatch(/^Senha fraca demais/)
  expect((await found('dona@exemplo.com.br', 'Dona@exemplo1')).text).toMatch(/^Esta senha é fácil/)
  expect((await found(customerEmail, 'Girassol@77')).text).toMatch(/^Já existe uma conta com este e-mail/)
  expect(await app.identity.hasOwner()).toBe(false)

  const emails = ['Dona@Exemplo.com.br', 'outra@exemplo.com.br']
  const both = await Promise.all(emails.map((email) => found(email, 'Quero-quero@31')))
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(both.find(({ code }) => code === 1)?.text).toBe('Já existe uma conta de administração.\n')
  expect(await app.identity.hasOwner()).toBe(true)
  expect((await found('terceira@exemplo.com.br', '')).text).toBe('Já existe uma conta de administração.\n')

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

test('neither what somebody typed in a terminal nor what is stored controls the terminal of who reads it', async () => {
  const { app, customer } = setup
  const creditId = await setup.credit(7.5)
  const hiding = 'não é\u001b[8m cliente\u009b2J\u202e'
  expect(await desk(['devolver-credito', creditId, '--motivo', hiding])).toMatchObject({ code: 0 })
  const { rows } = await app.database.$client.query('select reason from audit_log where subject = $1', [
    creditId,
  ])
  expect(rows).toEqual([{ reason: 'não é[8m cliente2J' }])

  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const sent = await app.documents.add({ userId: customer, personType: 'fisica', name: 'rg.pdf', bytes })
  const id = sent.ok ? sent.value.id : ''
  const stored = 'rg.pdf\r\u001b[2K\u009b8mAceito'
  await app.database.$client.query('update documents set name = $1 where id = $2', [stored, id])
  const listed = await desk(['documentos'])
  expect(listed.text).toContain('rg.pdf[2K8mAceito')
  expect(listed.text).not.toMatch(/[^\P{Cc}\n]/u)
})

test('an option or an argument that a command would ignore is refused, and nothing is done', async () => {
  const creditId = await setup.credit(9.5)
  const reason = ['--motivo', 'não é cliente']
  expect(await desk(['devolver-credito', creditId, '--valor', '5,00', ...reason])).toEqual({
    code: 2,
    text: expect.stringMatching(
      /^O comando devolver-credito não tem --valor; nada foi feito\.\n +devolver-credito <credito>/,
    ),
  })
  // The amount without its option: all of the charge would be refunded.
  expect(await desk(['devolver-cobranca', newId(), '10,50', ...reason])).toEqual({
    code: 2,
    text: expect.stringMatching(
      /^Há argumentos demais para devolver-cobranca; nada foi feito\.\n +devolver-cobranca <cobranca>/,
    ),
  })
  expect((await desk(['pendencias'])).text).toContain(creditId)
  expect((await desk(['descartar-credito', creditId, ...reason])).code).toBe(0)
})

test('a day that is yet to come has no close', async () => {
  for (const day of ['9999-12-31', addDays(todayInSaoPaulo(new Date()), 2)])
    expect(await desk(['fechar-dia', day])).toEqual({ code: 1, text: 'Não existe.\n' })
})

test('only the team has access, and every session ends', async () => {
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

test('finds an order by its number as spoken on the phone', async () => {
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

test('a step is completed with evidence, reopened and rescheduled, each recorded without its words', async () => {
  const { app, customer, staff, database } = setup
  const orderId = newId()
  const { number } = await app.database.transaction(async (tx) => {
    const opened = await app.orders.openOrder(tx, {
      ...{ id: orderId, userId: customer, serviceId: 'clean-name', planId: 'a-vista' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: 150_000, paymentType: 'PIX à vista' },
    })
    const steps = ['Análise', 'Envio'].map((name) => ({ name, description: 'a' }))
    await app.orders.createSteps(tx, { orderId, steps })
    return opened
  })
  const payload = { orderId, instalmentId: newId(), userId: customer, amount: 150_000, paidOn: '2026-11-22' }
  await deliver(database, app.orders.listeners, { type: 'instalment.paid', payload })

  const words = ['--palavras', 'Três registros encontrados.']
  expect((await desk(['concluir-etapa', number, '1', ...words])).text).toMatch(/^Diga a prova/)
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  const file = join(folder, 'relatório.pdf')
  await writeFile(file, '%PDF-1.7 x')
  const evidence = ['--arquivo', file, '--protocolo', 'SERASA-2026-1', '--mostrar']
  expect(await desk(['concluir-etapa', number, '1', ...words, ...evidence])).toEqual({
    ...{ code: 0, text: 'Etapa concluída: 50%.\n' },
  })
  await rm(folder, { recursive: true })
  const seen = await app.orders.orderOf({ userId: customer, orderId })
  const fileId = seen?.steps[0]?.file?.id ?? ''
  expect(seen?.steps[0]).toMatchObject({ protocol: 'SERASA-2026-1', file: { name: 'relatório.pdf' } })
  expect(await app.backoffice.openEvidence({ actor: staff, orderId, fileId })).toMatchObject({
    ...{ ok: true, value: { bytes: new TextEncoder().encode('%PDF-1.7 x') } },
  })
  const { rows: stored } = await database.$client.query('select storage_key from step_files where id = $1', [
    fileId,
  ])
  const sealed = await readFile(join(setup.variables.DATA_DIR, 'files', stored[0]?.storage_key))
  expect(sealed.includes('%PDF')).toBe(false)

  const reason = ['--motivo', 'O cartório pediu outra via.']
  expect((await desk(['reabrir-etapa', number, '1', ...reason])).text).toBe('Etapa reaberta: 0%.\n')
  const later = addDays(todayInSaoPaulo(app.clock.now()), 90)
  expect((await desk(['novo-prazo', number, '2', later, ...reason])).text).toContain(formatDate(later))
  expect((await desk(['registrar-contato', number, 'phone', ...reason])).text).toBe('Contato registrado.\n')
  expect((await desk(['anotar', number, 'Ligar depois das 14h.'])).text).toBe('Anotado.\n')

  const records = (await app.backoffice.latestAudit()).filter(({ subject }) => subject === orderId)
  expect(records.map(({ action }) => action)).toEqual([
    'order.note',
    'order.contact',
    'order.deadline',
    'order.reopen-step',
    'order.evidence',
    'order.step',
  ])
  expect(JSON.stringify(records)).not.toMatch(/Três registros|SERASA|14h/)
  expect(await app.backoffice.firstAuditBreach()).toBeUndefined()
})

test('a role that may not complete steps can store and open no file', async () => {
  const { app, customer, database } = setup
  const count = async () => (await database.$client.query('select 1 from step_files')).rows.length
  const { rows } = await database.$client.query('select order_id as id, id as file from step_files limit 1')
  const orderId = rows[0]?.id ?? ''
  const before = await count()
  const bytes = new TextEncoder().encode('%PDF-1.7 y')
  const step = { actor: customer, orderId, stepNumber: 1, words: 'Feito.', file: { name: 'a.pdf', bytes } }
  expect(await app.backoffice.completeStep(step)).toMatchObject({ code: 'not_staff' })
  expect(await count()).toBe(before)
  const look = { actor: customer, orderId, fileId: rows[0]?.file ?? '' }
  expect(await app.backoffice.openEvidence(look)).toMatchObject({ code: 'not_staff' })
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

test('inconsistent books or an inconsistent log exit with 1, for timers', async () => {
  await setup.credit(3)
  const alter = (statement: string) =>
    setup.database.$client.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
  for (const [command, harm, mend, found] of [
    [
      'livros',
      'update ledger_entries set amount = amount + 1',
      'update ledger_entries set amount = amount - 1',
      '✗ cada lançamento soma zero',
    ],
    [
      'auditoria',
      "update audit_log set reason = reason || '.' where position = 1",
      'update audit_log set reason = left(reason, -1) where position = 1',
      '✗ O registro foi alterado a partir de 1.',
    ],
  ] as const) {
    expect(await desk([command])).toMatchObject({ code: 0, text: expect.not.stringContaining('✗') })
    await alter(harm)
    expect(await desk([command])).toMatchObject({ code: 1, text: expect.stringContaining(found) })
    await alter(mend)
    expect((await desk([command])).code).toBe(0)
  }
})
