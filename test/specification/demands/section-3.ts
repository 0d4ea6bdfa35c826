import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture } from '../fixture.ts'
import { fields, recovering } from '../page-checks.ts'
import { pointers } from '../pointers.ts'

const asMember = (path: string) => async (fixture: Fixture) => (await fixture.member()).open(path)
const asStranger = (path: string) => (fixture: Fixture) => fixture.page(path)

const forms = demandsOf('§3', [
  fields('login', ['email', 'password'], asStranger('/auth')),
  fields('signup', ['email', 'password', 'confirmPassword'], asStranger('/auth?aba=criar-conta')),
  fields('reset', ['email'], asStranger('/auth?aba=esqueci-senha')),
  fields(
    'change password',
    ['currentPassword', 'newPassword', 'confirmNewPassword'],
    asMember('/auth?aba=trocar-senha'),
  ),
  fields('recovery', ['newPassword', 'confirmNewPassword'], async (fixture) =>
    (await recovering(fixture)).open('/auth?recuperacao=1'),
  ),
  fields(
    'account password',
    ['currentPassword', 'newPassword', 'confirmPassword'],
    asMember('/account?aba=trocar-senha'),
  ),
  fields(
    'create-account',
    ['tipoConta', 'nome', 'email', 'telefone', 'documento', 'senha', 'confirmarSenha'],
    asStranger('/create-account'),
  ),
  fields('client data (contracting dialog)', ['name', 'cpf', 'phone'], asStranger('/service/clean-name')),
  fields(
    'individual data',
    ['nome', 'cpf', 'rg', 'endereco', 'cidade', 'cep', 'rendaPresumida'],
    asMember('/account?aba=cadastro&tipo=fisica'),
  ),
  fields(
    'company data',
    [
      'razaoSocial',
      'cnpj',
      'nomeResponsavel',
      'cpfResponsavel',
      'rgResponsavel',
      'enderecoEmpresa',
      'cidadeEmpresa',
      'cepEmpresa',
      'faturamentoPresumido',
    ],
    asMember('/account?aba=cadastro&tipo=juridica'),
  ),
  fields(
    'vehicle proposal',
    [
      'name',
      'birthDate',
      'phone',
      'email',
      'income',
      'vehicleBrand',
      'vehicleModel',
      'vehicleYear',
      'vehicleValue',
    ],
    asStranger('/service/vehicle-financing'),
  ),
])

const columns = {
  profiles: ['user_id', 'nome', 'documento', 'telefone', 'tipo_conta'],
  orders: [
    'id',
    'user_id',
    'service_title',
    'service_price',
    'payment_type',
    'status',
    'progress',
    'start_date',
    'delivery_date',
    'created_at',
  ],
  order_steps: ['order_id', 'step_number', 'step_name', 'step_description', 'completed', 'completed_date'],
  payments: [
    'id',
    'order_id',
    'user_id',
    'payment_type',
    'amount',
    'due_date',
    'status',
    'payment_date',
    'payment_method',
    'external_reference',
    'created_at',
  ],
} as const

const entities = demandsOf('§3', [
  ...Object.entries(columns).map(([table, names]) => ({
    item: `entity ${table}: ${names.join(', ')}`,
    async check(fixture: Fixture) {
      const found = await fixture.rows<{ column_name: string }>(
        'select column_name from information_schema.columns where table_name = $1',
        [table],
      )
      expect(found.map(({ column_name }) => column_name)).toEqual(expect.arrayContaining([...names]))
    },
  })),
  {
    item: 'signup metadata: nome, telefone, documento, tipo_conta',
    async check(fixture) {
      const person = fixture.stranger()
      await person.send('/create-account', {
        tipoConta: 'empresa',
        nome: 'Padaria Exemplo',
        email: 'metadados@exemplo.com.br',
        telefone: '(48) 3333-1234',
        documento: '11.222.333/0001-81',
        senha: 'Girassol@77',
        confirmarSenha: 'Girassol@77',
      })
      // The account is created when its address is confirmed.
      const [link = ''] = await fixture.web.linksTo('metadados@exemplo.com.br')
      await person.send(link, {})
      const [profile] = await fixture.rows<{ id: string }>(
        'select user_id as id from profiles join users on users.id = user_id where email = $1',
        ['metadados@exemplo.com.br'],
      )
      // The document is encrypted in its row.
      expect(await fixture.web.app.identity.profileOf(profile?.id ?? '')).toEqual({
        nome: 'Padaria Exemplo',
        telefone: '+554833331234',
        documento: '11222333000181',
        tipoConta: 'empresa',
      })
    },
  },
  {
    item: 'client data and session keys clientData, mercadoPagoData, orderId, selectedPaymentIds',
    replacedBy:
      'a draft, an order and a charge on the server; signed, http-only cookies carry only their ids',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      const cookie = decodeURIComponent(person.browser.cookies.get('rc_contratacao') ?? '')
      const carried = Buffer.from(cookie.split('.')[0] ?? '', 'base64').toString()
      expect(carried).toMatch(/^"[\da-f-]{36}"$/)
      const drafts = await fixture.rows('select 1 from hiring_drafts where id = $1', [JSON.parse(carried)])
      expect(drafts).toHaveLength(1)
    },
  },
  {
    item: 'payment provider response: id, qr_code, ticket_url, status, external_reference, init_point, error',
    coveredBy: pointers.provider,
  },
  {
    item: 'saved registration: tipoPessoa, data and savedAt, per user',
    replacedBy: 'on the server, encrypted, owner-only',
    coveredBy: pointers.registration,
  },
])

/** Names of the steps an order starts with. */
const templates = [
  ['/service/clean-name', 'a-vista', 5],
  ['/service/credit-rating', 'pf-a-vista', 5],
  ['/service/serasa-score', 'a-vista', 5],
  ['/service/credit-viability', 'a-vista', 5],
] as const

const steps = demandsOf('§3', [
  ...templates.map(([service, plan, count]) => ({
    item: `step template of ${service}: ${count} named steps, numbered from 1`,
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ service, plan })
      const rows = await stepsOf(fixture, person.userId)
      expect(rows.map(({ step_number }) => step_number)).toEqual([1, 2, 3, 4, 5])
      expect(rows.every(({ step_name, completed }) => step_name.length > 3 && !completed)).toBe(true)
    },
  })),
  ...(
    [
      ['/service/bacen-clean', 'a-vista'],
      ['/service/cnh-rehabilitation', 'a-vista'],
      ['/service/traffic-fines', 'a-vista'],
      ['/service/contract-review', 'a-vista'],
    ] as const
  ).map(([service, plan]) => ({
    item: `step template of ${service}`,
    says: 'Análise inicial, Desenvolvimento, Execução, Finalização',
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ service, plan })
      const rows = await stepsOf(fixture, person.userId)
      expect(rows.map(({ step_name }) => step_name).join(', ')).toBe(
        'Análise inicial, Desenvolvimento, Execução, Finalização',
      )
    },
  })),
])

function stepsOf(fixture: Fixture, userId: string) {
  return fixture.rows<{ step_number: number; step_name: string; completed: boolean }>(
    `select step_number, step_name, completed from order_steps join orders on orders.id = order_id
     where user_id = $1 order by step_number`,
    [userId],
  )
}

export const section3: Demand[] = [...forms, ...entities, ...steps]
