// Databases: one
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDesk } from '../../../scripts/desk/run.ts'
import { testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { pdf } from '../documents/sample-files.ts'
import { password, passwordCost, staffEmail, startBackofficeApp } from './backoffice-app.ts'

let setup: Awaited<ReturnType<typeof startBackofficeApp>>
let folder: string
const members: Record<'support' | 'finance', string> = { support: '', finance: '' }

beforeAll(async () => {
  setup = await startBackofficeApp({ testDatabase })
  folder = await mkdtemp(join(tmpdir(), 'desk-files-'))
  for (const role of ['support', 'finance'] as const) {
    await setup.app.identity.ensureAccounts([{ role, email: `${role}@exemplo.com.br`, password }])
    const { rows } = await setup.database.$client.query<{ id: string }>(
      'select id from users where email = $1',
      [`${role}@exemplo.com.br`],
    )
    members[role] = rows[0]?.id ?? ''
  }
})
afterAll(() => setup.close())

async function desk(args: string[]) {
  const env = { ...setup.variables, DESK_EMAIL: staffEmail, DESK_PASSWORD: password }
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const code = await runDesk(args, { env, print, printError: print, passwordCost })
  return { code, text }
}

const secret = 'Nada consta em nome dela.'
const reason = ['--motivo', 'consulta feita no bureau']
const recordsOf = async (subject: string) =>
  (await setup.app.backoffice.latestAudit({ limit: 500 })).filter((row) => row.subject === subject)

async function paidLookup(): Promise<string> {
  const requested = await setup.app.consultations.requestConsultation({
    kind: 'complete',
    subject: {
      cpf: '52998224725',
      name: 'Joana Pereira',
      phone: '+5548999991234',
      email: 'joana@exemplo.com.br',
    },
    method: 'pix',
    declared: true,
    userId: undefined,
    evidence: { ip: '198.51.100.8', userAgent: `test ${Math.random()}` },
  })
  if (!requested.ok) throw new Error(requested.code)
  const { consultationId, chargeId } = requested.value
  const settled = { amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-11-22', userId: null }
  await deliver(setup.database, setup.app.consultations.listeners, {
    type: 'charge.settled',
    payload: { chargeId, purpose: { kind: 'consultation', id: consultationId }, ...settled },
  })
  return consultationId
}

test('a look-up is delivered from a file by command; the record has no word of the result', async () => {
  const id = await paidLookup()
  expect((await desk(['consultas'])).text).toMatch(
    new RegExp(`Consulta Completa, CPF \\*\\*\\*\\.982\\.247-\\*\\*: ${id}`),
  )
  expect((await desk(['dados-da-consulta', id, '--motivo', 'para consultar'])).text).toContain(
    'CPF 529.982.247-25',
  )
  expect((await desk(['entregar-consulta', id, ...reason])).text).toMatch(/^Diga o resultado/)
  expect((await desk(['entregar-consulta', id, '--arquivo', '/nowhere.pdf', ...reason])).text).toMatch(
    /^Não foi possível ler o arquivo/,
  )
  const path = join(folder, 'resultado.pdf')
  await writeFile(path, pdf())
  const given = ['--texto', secret, '--arquivo', path]
  expect(await desk(['entregar-consulta', id, ...given, ...reason])).toEqual({ code: 0, text: 'Entregue.\n' })
  expect((await desk(['entregar-consulta', id, ...given, ...reason])).text).toMatch(/^Alguém mudou isso/)
  const again = ['--correcao', 'Faltava um cartório']
  expect((await desk(['entregar-consulta', id, ...given, ...again, ...reason])).text).toBe(
    'Versão 2 entregue.\n',
  )
  expect((await desk(['cancelar-link-consulta', id, '--motivo', 'contato errado'])).text).toBe('Cancelado.\n')
  expect((await desk(['novo-link-consulta', id, '--motivo', 'contato certo'])).text).toMatch(
    /^Enviado\. Vale até/,
  )

  const records = await recordsOf(id)
  expect(records.map(({ action }) => action).toReversed()).toEqual([
    'customer.reveal',
    'lookup.deliver',
    'lookup.deliver',
    'lookup.revoke-link',
    'lookup.link',
  ])
  expect(JSON.stringify(records)).not.toMatch(/Nada consta|52998224725|Joana/)
  expect(await setup.app.backoffice.firstAuditBreach()).toBeUndefined()
})

test('opening a result is recorded, and refused to the role financeiro', async () => {
  const { backoffice, consultations } = setup.app
  const consultationId = await paidLookup()
  const asked = { reason: 'dúvida do cliente', consultationId }
  const delivery = { ...asked, seenVersion: 0, text: secret }
  expect(await backoffice.deliverLookup({ ...delivery, actor: members.finance })).toMatchObject({
    code: 'not_staff',
  })
  expect(await backoffice.deliverLookup({ ...delivery, actor: members.support })).toMatchObject({
    ok: true,
    value: 1,
  })
  const detail = await consultations.forTeam({ id: consultationId })
  const resultId = detail?.results[0]?.id ?? ''
  const look = { ...asked, resultId }
  expect(await backoffice.openLookupResult({ ...look, actor: members.finance })).toMatchObject({
    code: 'not_staff',
  })
  expect(await recordsOf(resultId)).toEqual([])
  const seen = await backoffice.openLookupResult({ ...look, actor: members.support })
  expect(seen).toMatchObject({ ok: true, value: { text: secret } })
  expect(await recordsOf(resultId)).toMatchObject([
    { action: 'lookup.open', actorId: members.support, detail: {} },
  ])
})

test('the role atendimento may not decide the refund of a late look-up', async () => {
  const consultationId = await paidLookup()
  const decision = { consultationId, refund: true, reason: 'fora do prazo' }
  const { backoffice } = setup.app
  expect(await backoffice.decideLateRefund({ ...decision, actor: members.support })).toMatchObject({
    code: 'not_staff',
  })
  expect(await backoffice.decideLateRefund({ ...decision, actor: members.finance })).toMatchObject({
    code: 'not_late',
  })
})

test('documents are listed, opened, rejected with a reason, accepted and requested by command, each recorded', async () => {
  const { app, customer } = setup
  const added = await app.documents.add({
    userId: customer,
    personType: 'fisica',
    name: 'rg.pdf',
    bytes: pdf(),
  })
  const id = added.ok ? added.value.id : ''
  expect((await desk(['documentos'])).text).toContain(`rg.pdf: ${id}, cliente ${customer}`)
  const path = join(folder, 'baixado.pdf')
  const opening = ['baixar-documento', id, '--salvar', path, '--motivo', 'conferência']
  expect((await desk(opening)).text).toBe(`Salvo em ${path}.\n`)
  expect((await readFile(path)).equals(pdf())).toBe(true)
  // Nobody else who uses the machine can read it.
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const unwritable = await desk([...opening.slice(0, 3), join(path, 'dentro.pdf'), ...opening.slice(4)])
  expect(unwritable).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Não foi possível gravar .*ENOTDIR/),
  })
  expect((await desk(['recusar-documento', id, '--motivo', 'borrado'])).text).toMatch(
    /^Diga ao cliente o motivo/,
  )
  const words = ['--texto', 'A foto está borrada']
  expect((await desk(['recusar-documento', id, ...words, '--motivo', 'borrado'])).code).toBe(0)
  expect((await desk(['aceitar-documento', id, '--motivo', 'olhando melhor, serve'])).code).toBe(0)
  const command = ['pedir-documento', customer, 'address', '--motivo', 'falta no processo']
  expect((await desk(command)).text).toMatch(/^Pedido .*O cliente foi avisado/)
  expect((await desk(command)).text).toBe('Isto já foi pedido a este cliente.\n')
  const [request] = await app.documents.requestsOf({ userId: customer })
  expect((await desk(['dispensar-documento', request?.id ?? '', '--motivo', 'já temos'])).code).toBe(0)
  const actions = (await recordsOf(id)).map(({ action }) => action).toReversed()
  expect(actions).toEqual(['document.open', 'document.open', 'document.review', 'document.review'])
  const opened = await app.backoffice.openDocument({
    actor: members.finance,
    reason: 'curiosidade',
    documentId: id,
  })
  expect(opened).toMatchObject({ code: 'not_staff' })
})
