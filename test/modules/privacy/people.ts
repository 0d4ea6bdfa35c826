import { formatPhone } from '../../../src/core/phone.ts'
import { whatsappStatement } from '../../../src/modules/notifications/public.ts'
import type { Browser, Web } from '../../support/web.ts'
import { pdf } from '../documents/sample-files.ts'

/** Values that distinguish this person from all others. */
export interface Values {
  name: string
  email: string
  cpf: string
  phone: string
  street: string
  secret: string
}

export const ana: Values = {
  name: 'Anastácia Quixabeira',
  email: 'anastacia.quixabeira@exemplo.com.br',
  cpf: '52998224725',
  phone: '+5548991234567',
  street: 'Rua dos Ipês Roxos, 4242, Itacorubi',
  secret: 'laudo-da-anastacia',
}

const password = 'Girassol@77-azul'

/** Creates people with much stored data, and performs what the team and the jobs do for their requests. */
export function createPeople(web: Web) {
  /** Sends the queued messages, so that they are in the journal too. */
  async function sendAll(): Promise<void> {
    const { rows } = await web.database.$client.query<{ id: string }>(
      "select id from messages where status = 'queued'",
    )
    for (const { id } of rows) await web.app.jobs['messages.deliver']?.run({ messageId: id })
    await web.database.$client.query('update messages set waiting_since = null')
  }

  async function runJobs(name: string): Promise<void> {
    const { rows } = await web.database.$client.query<{ data: object }>(
      'delete from pgboss.job where name = $1 returning data',
      [name],
    )
    for (const { data } of rows) await web.app.jobs[name]?.run(data)
  }

  /** Creates an account with a registration, a document, a proposal, messages, an entry and a view by the team. */
  async function account(person: Values): Promise<{ id: string; browser: Browser }> {
    const { identity, registrations, documents, proposals } = web.app
    const profile = {
      nome: person.name,
      documento: person.cpf,
      telefone: person.phone,
      tipoConta: 'pessoal' as const,
    }
    await identity.signUp({ email: person.email, password, profile, ip: '203.0.113.9' })
    const [link = ''] = await web.linksTo(person.email)
    const token = new URL(link).searchParams.get('token') ?? ''
    const origin = { ip: '203.0.113.9', userAgent: 'Navegador da pessoa' }
    const confirmed = await identity.confirmEmail({ token, browserToken: undefined, password, ...origin })
    if (!confirmed.ok) throw new Error(confirmed.code)
    const { rows } = await web.database.$client.query<{ id: string }>(
      'select id from users where email = $1',
      [person.email],
    )
    const id = rows[0]?.id ?? ''
    await registrations.save({
      userId: id,
      registration: {
        tipoPessoa: 'fisica',
        dados: {
          ...{ nome: person.name, cpf: person.cpf, rg: '1234567', endereco: person.street },
          ...{ cidade: 'Florianópolis', cep: '88010000', rendaPresumida: 250_000 },
        },
      },
    })
    const added = await documents.add({
      userId: id,
      personType: 'fisica',
      name: `${person.secret}.pdf`,
      bytes: pdf(person.secret),
    })
    if (!added.ok) throw new Error(added.code)
    await proposals.requestVehicleProposal({
      proposal: {
        ...{
          name: person.name,
          birthDate: '1980-01-02',
          phone: person.phone,
          email: person.email,
          income: 300_000,
        },
        ...{
          vehicleBrand: 'Fiat',
          vehicleModel: `Uno ${person.secret}`,
          vehicleYear: '2020',
          vehicleValue: 3_000_000,
        },
      },
      honeypot: '',
      userId: id,
      ip: '203.0.113.9',
    })
    const agreed = await web.app.notifications.giveWhatsappConsent({
      ...{ userId: id, phone: person.phone, place: '/account' },
      statement: whatsappStatement(formatPhone(person.phone)),
      evidence: { ip: '203.0.113.9', userAgent: 'Navegador da pessoa' },
    })
    if (!agreed.ok) throw new Error(agreed.code)
    const browser = web.browser()
    await browser.post('/auth', { intent: 'sign-in', email: person.email, password })
    await sendAll()
    return { id, browser }
  }

  /** Returns the desk's page of the only open request. */
  async function openRequestAtDesk(desk: Browser): Promise<string> {
    const html = await (await desk.get('/painel/privacidade')).text()
    return /href="(\/painel\/privacidade\/[0-9a-f-]{36})"/.exec(html)?.[1] ?? ''
  }

  /** Runs what remains of an erasure: the last message, its journal, the address and the bytes of files. */
  async function finish(): Promise<void> {
    await runJobs('documents.erase')
    await runJobs('consultations.erase-file')
    await sendAll()
    await web.app.jobs['privacy.finish-erasures']?.run({})
  }

  return { account, sendAll, openRequestAtDesk, finish }
}
