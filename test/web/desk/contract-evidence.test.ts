// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { contractTerms } from '../../../src/modules/contracting/public.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let owner: Browser
let orderIds: string[] = []

const query = async (text: string, values: unknown[] = []) =>
  (await web.database.$client.query<Record<string, string>>(text, values)).rows

const htmlOf = async (path: string) =>
  (await (await owner.get(path)).text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')
const saidOf = async (path: string, intent: string, fields: Record<string, string> = {}) => {
  const answer = await owner.post(path, { intent, ...fields })
  const html = answer.status === 302 ? await htmlOf(path) : await answer.text()
  return html.replaceAll('<!-- -->', '')
}

/** Makes a change that the database's own rules forbid. */
async function tamper(change: string, values: unknown[]): Promise<void> {
  await query('alter table contract_acceptances disable trigger contract_acceptances_append_only')
  await query(change, values)
  await query('alter table contract_acceptances enable trigger contract_acceptances_append_only')
}

/** A customer signs three contracts. */
beforeAll(async () => {
  owner = await atDesk(web, 'owner')
  const { app, database } = web
  const { email } = demoAccount('customer')
  const id = (await app.identity.accountOf(database, email))?.userId ?? ''
  const viewer = { id, email, nome: 'Ana Souza' }
  for (let signed = 0; signed < 3; signed++) {
    const person = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
    const draft = await app.contracting.startHiring({
      ...{ ...person, serviceId: 'clean-name', planId: 'a-vista', viewer },
    })
    if (!draft.ok) throw new Error(draft.code)
    const accepted = await app.contracting.acceptContract({
      ...{ draftId: draft.value.draftId, viewer, ticked: ['Li e aceito.'] },
      evidence: { ip: '203.0.113.7', userAgent: 'Navegador de teste' },
    })
    if (!accepted.ok) throw new Error(accepted.code)
    orderIds = [...orderIds, accepted.value.orderId]
  }
})

test('the desk verifies all contracts, or those of an order, and says how many', async () => {
  const page = await htmlOf('/painel/registro')
  expect(page).toContain('Ainda não foram conferidas.')
  expect(await saidOf('/painel/registro', 'verify-contracts')).toContain(
    'Conferido agora: 3 contratos e aditivos, nenhum alterado.',
  )
  expect(await htmlOf('/painel/registro')).toMatch(/: 3 contratos e aditivos, nenhum alterado\./)
  for (const orderId of orderIds) {
    const said = await saidOf(`/painel/pedidos/${orderId}`, 'verify-contract')
    expect(said).toContain('Conferido agora: o contrato, nada alterado.')
  }
})

test('shows two versions of the contract side by side as signed, with links to the orders', async () => {
  const current = contractTerms.version
  const [orderId = ''] = orderIds
  const page = await htmlOf(`/painel/contratos?lista=${current}`)
  expect(page).toContain('3 contratos')
  for (const id of orderIds) expect(page).toContain(`/painel/pedidos/${id}`)
  expect(await htmlOf('/painel/contratos?nova=2026-01-01.1')).toContain('As duas versões dizem o mesmo.')

  // As an earlier release signed it: the same text except for a figure.
  const [row] = await query('select user_id, text, sealed from contract_acceptances where order_id = $1', [
    orderId,
  ])
  const signed = (await web.app.contracting.copyOf({ orderId, userId: row?.user_id ?? '' }))?.text ?? ''
  const change =
    'update contract_acceptances set template_version = $1, text = $2, sealed = $3 where order_id = $4'
  await tamper(change, ['2026-01-01.1', signed.replace('multa de 20%', 'multa de 10%'), null, orderId])
  const compared = await htmlOf(`/painel/contratos?antiga=2026-01-01.1&nova=${current}`)
  expect(compared).toContain('1 cláusula diferente, 9 iguais.')
  expect(compared).toContain('<del><span class="sr-only">saiu: </span>10%,</del>')
  expect(compared).toContain('<ins><span class="sr-only">entrou: </span>20%,</ins>')
  for (const own of ['Ana Souza', '529.982.247-25']) expect(compared).not.toContain(own)
  await tamper(change, [current, row?.text, row?.sealed, orderId])
})

test('a contract altered in the database is an alarm, an obligation and a message until a person resolved it', async () => {
  const [orderId = ''] = orderIds
  const altered = `/painel/pedidos/${orderId}`
  const counted = async () =>
    (await web.app.backoffice.countQueue({ role: 'owner' })).kinds['evidence.review'] ?? 0
  const mails = async () => {
    await web.app.security.flush()
    await web.app.jobs['operations.watch']?.run({})
    return (await query("select 1 from messages where kind = 'operations.security'")).length
  }
  /** Flips one bit of the sealed data; a second call restores it. */
  const flip = () =>
    tamper(
      'update contract_acceptances set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where order_id = $1',
      [orderId],
    )
  await flip()
  await web.app.jobs['contracting.verify-acceptances']?.run({})
  expect(await counted()).toBe(1)
  expect(await mails()).toBe(1)
  const [row] = await query('select chain, "position" from contract_acceptances where order_id = $1', [
    orderId,
  ])
  const place = `corrente ${row?.chain}, posição ${row?.position}`
  expect(await htmlOf('/painel')).toContain(`o texto assinado foi alterado: ${place}`)
  expect(await htmlOf('/painel/registro')).toContain(`o texto assinado foi alterado: ${place}`)
  expect(await saidOf(altered, 'verify-contract')).toContain(
    `Não confere (1 de 1): contrato, ${place}: o texto ou o registro foi alterado`,
  )
  expect(await saidOf('/painel/registro', 'verify-contracts')).toContain(
    `Conferido agora: 3 contratos e aditivos. Não confere: o texto assinado foi alterado: ${place}.`,
  )

  // The same breach is one alarm, no matter how often it is found.
  web.pass(120)
  owner = await atDesk(web, 'owner')
  await web.app.jobs['contracting.verify-acceptances']?.run({})
  expect([await counted(), await mails()]).toEqual([1, 1])

  const [breach] = await query('select id from acceptance_breaches')
  const reviewed = await saidOf('/painel/registro', 'review-breach', {
    ...{ id: breach?.id ?? '', motivo: 'comparado com a cópia de ontem' },
  })
  expect(reviewed).toContain('Visto. Continua no registro.')
  expect(await counted()).toBe(0)
  const [logged] = await web.app.backoffice.latestAudit({ limit: 1 })
  expect(logged).toMatchObject({ action: 'evidence.review', reason: 'comparado com a cópia de ontem' })

  // A known breach that was dealt with is not an obligation again; repaired and altered again, it is one.
  const check = () => web.app.jobs['contracting.verify-acceptances']?.run({})
  await check()
  expect(await counted()).toBe(0)
  await flip()
  await check()
  await flip()
  await check()
  expect(await counted()).toBe(1)
  await flip()
})

test('detects a removed record, also where its order is no longer known', async () => {
  const [, , last = ''] = orderIds
  const [row] = await query('select chain, "position" from contract_acceptances where order_id = $1', [last])
  await tamper('delete from contract_acceptances where order_id = $1', [last])
  const { breaches } = await web.app.contracting.verifyAcceptances()
  expect(breaches).toContainEqual({
    ...{ chain: Number(row?.chain), position: Number(row?.position) - 1, reason: 'end_missing' },
  })
  await query('delete from acceptance_chains')
  expect((await web.app.contracting.verifyAcceptances()).records).toBe(0)
  expect((await web.app.contracting.verifyAcceptances()).breaches.length).toBeGreaterThan(0)
})
