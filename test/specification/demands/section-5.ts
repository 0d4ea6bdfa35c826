import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture, Person } from '../fixture.ts'
import { fieldOf } from '../page.ts'
import { limited, recovering, WEAK_RULE } from '../page-checks.ts'
import { pointers } from '../pointers.ts'
import { company, individual } from '../samples.ts'

/** A form with valid values in every field, and where it is sent. A rule makes one value invalid. */
interface Form {
  path: string
  right: Record<string, string>
  who?: (fixture: Fixture) => Promise<Person>
}

const member = (fixture: Fixture) => fixture.member()
const strong = 'Ipe-Amarelo@88'

const forms = {
  login: {
    path: '/auth',
    right: { intent: 'sign-in', email: 'ana@exemplo.com.br', password: 'Girassol@77' },
  },
  signup: {
    path: '/auth?aba=criar-conta',
    right: { intent: 'sign-up', email: 'nova@exemplo.com.br', password: strong, confirmPassword: strong },
  },
  reset: { path: '/auth?aba=esqueci-senha', right: { intent: 'reset-request', email: 'ana@exemplo.com.br' } },
  'change password': {
    path: '/auth?aba=trocar-senha',
    who: member,
    right: {
      intent: 'change-password',
      currentPassword: 'Girassol@77',
      newPassword: strong,
      confirmNewPassword: strong,
    },
  },
  recovery: {
    path: '/auth?recuperacao=1',
    who: recovering,
    right: { intent: 'recovery', newPassword: strong, confirmNewPassword: strong },
  },
  'account password': {
    path: '/account?aba=trocar-senha',
    who: member,
    right: {
      intent: 'account-password',
      currentPassword: 'Girassol@77',
      newPassword: strong,
      confirmPassword: strong,
    },
  },
  'create-account': {
    path: '/create-account',
    right: {
      tipoConta: 'pessoal',
      nome: 'Ana Maria Souza',
      email: 'conta@exemplo.com.br',
      telefone: '(48) 99999-1234',
      documento: '529.982.247-25',
      senha: strong,
      confirmarSenha: strong,
    },
  },
  'hiring dialog': {
    path: '/service/clean-name',
    right: { plan: 'a-vista', name: 'Ana Maria Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  },
  individual: { path: '/account?aba=cadastro&tipo=fisica', who: member, right: individual },
  company: { path: '/account?aba=cadastro&tipo=juridica', who: member, right: company },
  vehicle: {
    path: '/service/vehicle-financing',
    right: {
      name: 'Ana Maria Souza',
      birthDate: '1990-05-10',
      phone: '(48) 99999-1234',
      email: 'ana@exemplo.com.br',
      income: 'R$ 3.500,00',
      vehicleBrand: 'Fiat',
      vehicleModel: 'Argo',
      vehicleYear: '2022',
      vehicleValue: 'R$ 60.000,00',
    },
  },
  'CPF consult': { path: '/cpf-consult', right: consult('name', 'phone') },
  'complete consult': { path: '/complete-consult', right: consult() },
  'rating consult': { path: '/rating-consult', right: consult() },
  'Bacen consult': { path: '/bacen-consult', right: consult() },
} satisfies Record<string, Form>

function consult(name = 'nome', phone = 'telefone') {
  return {
    cpf: '529.982.247-25',
    [name]: 'Ana Maria Souza',
    [phone]: '(48) 99999-1234',
    paymentMethod: 'pix',
    declaracao: 'sim',
  }
}

/** The form, the rule, the field that shows the message, the typed value, the message. */
type Rule = [
  form: keyof typeof forms,
  rule: string,
  field: string,
  typed: Record<string, string>,
  message: string,
]

const rules: Rule[] = [
  ['login', 'email valid', 'email', { email: 'torto' }, 'Email inválido'],
  [
    'login',
    'password at minimum 6',
    'password',
    { password: '12345' },
    'Senha deve ter pelo menos 6 caracteres',
  ],

  ['signup', 'email valid', 'email', { email: 'a@b' }, 'Email inválido'],
  [
    'signup',
    'password at minimum 8',
    'password',
    both('password', 'confirmPassword', 'Aa1@abc'),
    'Senha deve ter pelo menos 8 caracteres',
  ],
  ...classes((typed) => ['signup', 'password', both('password', 'confirmPassword', typed)]),
  ['signup', 'passwords equal', 'confirmPassword', { confirmPassword: 'Outra@1234' }, 'Senhas não coincidem'],

  ['reset', 'email valid', 'email', { email: '' }, 'Email inválido'],

  [
    'change password',
    'current password at minimum 6',
    'currentPassword',
    { currentPassword: '12345' },
    'Digite sua senha atual',
  ],
  [
    'change password',
    'new password at minimum 8',
    'newPassword',
    both('newPassword', 'confirmNewPassword', 'Aa1@abc'),
    'Nova senha deve ter pelo menos 8 caracteres',
  ],
  ...classes((typed) => ['change password', 'newPassword', both('newPassword', 'confirmNewPassword', typed)]),
  [
    'change password',
    'passwords equal',
    'confirmNewPassword',
    { confirmNewPassword: 'Outra@1234' },
    'Senhas não coincidem',
  ],

  [
    'recovery',
    'new password at minimum 8',
    'newPassword',
    both('newPassword', 'confirmNewPassword', 'Aa1@abc'),
    'Nova senha deve ter pelo menos 8 caracteres',
  ],
  [
    'recovery',
    'new password has its classes',
    'newPassword',
    both('newPassword', 'confirmNewPassword', 'semclasses'),
    WEAK_RULE,
  ],
  [
    'recovery',
    'passwords equal',
    'confirmNewPassword',
    { confirmNewPassword: 'Outra@1234' },
    'Senhas não coincidem',
  ],

  [
    'account password',
    'current password at minimum 6',
    'currentPassword',
    { currentPassword: '12345' },
    'Senha atual obrigatória',
  ],
  [
    'account password',
    'new password at minimum 8',
    'newPassword',
    both('newPassword', 'confirmPassword', 'Aa1@abc'),
    'Nova senha deve ter pelo menos 8 caracteres',
  ],
  ...classes((typed) => ['account password', 'newPassword', both('newPassword', 'confirmPassword', typed)]),
  [
    'account password',
    'confirmation at minimum 6',
    'confirmPassword',
    { confirmPassword: '12345' },
    'Confirmação de senha obrigatória',
  ],
  [
    'account password',
    'passwords equal',
    'confirmPassword',
    { confirmPassword: 'Outra@1234' },
    'Senhas não conferem',
  ],

  ['create-account', 'nome at minimum 2', 'nome', { nome: 'A' }, 'Nome deve ter pelo menos 2 caracteres'],
  ['create-account', 'email valid', 'email', { email: 'torto' }, 'Email inválido'],
  [
    'create-account',
    'telefone at minimum 10',
    'telefone',
    { telefone: '(48) 9999-123' },
    'Telefone deve ter pelo menos 10 caracteres',
  ],
  [
    'create-account',
    'senha at minimum 6',
    'senha',
    both('senha', 'confirmarSenha', 'Aa1@b'),
    'Senha deve ter pelo menos 6 caracteres',
  ],
  [
    'create-account',
    'senha from 6 on: the rule everywhere',
    'senha',
    both('senha', 'confirmarSenha', 'Aa1@bcd'),
    'Senha deve ter pelo menos 8 caracteres',
  ],
  [
    'create-account',
    'documento at minimum 11',
    'documento',
    { documento: '5299822472' },
    'Documento inválido',
  ],
  [
    'create-account',
    'documento with right check digits',
    'documento',
    { documento: '529.982.247-26' },
    'Documento inválido',
  ],
  [
    'create-account',
    'documento CNPJ for a company',
    'documento',
    { tipoConta: 'empresa' },
    'Documento inválido',
  ],
  [
    'create-account',
    'tipoConta pessoal or empresa',
    'tipoConta',
    { tipoConta: 'outra' },
    'Selecione o tipo de conta',
  ],
  [
    'create-account',
    'senha equals confirmarSenha',
    'confirmarSenha',
    { confirmarSenha: 'Outra@1234' },
    'Senhas não coincidem',
  ],

  ['hiring dialog', 'name at minimum 2', 'name', { name: 'A' }, 'Nome deve ter pelo menos 2 caracteres'],
  ['hiring dialog', 'cpf at minimum 11', 'cpf', { cpf: '5299822472' }, 'CPF deve ter 11 dígitos'],
  ['hiring dialog', 'cpf at most 14', 'cpf', { cpf: '529.982.247-255' }, 'CPF inválido'],
  ['hiring dialog', 'cpf with right check digits', 'cpf', { cpf: '123.456.789-00' }, 'CPF inválido'],
  [
    'hiring dialog',
    'phone at minimum 10',
    'phone',
    { phone: '(48) 9999-123' },
    'Telefone deve ter pelo menos 10 dígitos',
  ],

  ['individual', 'nome at minimum 2', 'nome', { nome: 'A' }, 'Nome deve ter pelo menos 2 caracteres'],
  ['individual', 'cpf at minimum 11', 'cpf', { cpf: '5299822472' }, 'CPF inválido'],
  ['individual', 'rg at minimum 7', 'rg', { rg: '123456' }, 'RG inválido'],
  [
    'individual',
    'endereco at minimum 10',
    'endereco',
    { endereco: 'Rua A, 10' },
    'Endereço deve ser completo',
  ],
  ['individual', 'cidade at minimum 2', 'cidade', { cidade: 'F' }, 'Cidade obrigatória'],
  ['individual', 'cep at minimum 8', 'cep', { cep: '8801000' }, 'CEP inválido'],
  [
    'individual',
    'rendaPresumida at minimum 1',
    'rendaPresumida',
    { rendaPresumida: '' },
    'Renda presumida obrigatória',
  ],

  [
    'company',
    'razaoSocial at minimum 2',
    'razaoSocial',
    { razaoSocial: 'A' },
    'Razão social deve ter pelo menos 2 caracteres',
  ],
  ['company', 'cnpj at minimum 14', 'cnpj', { cnpj: '1122233300018' }, 'CNPJ inválido'],
  [
    'company',
    'nomeResponsavel at minimum 2',
    'nomeResponsavel',
    { nomeResponsavel: 'J' },
    'Nome do responsável deve ter pelo menos 2 caracteres',
  ],
  [
    'company',
    'cpfResponsavel at minimum 11',
    'cpfResponsavel',
    { cpfResponsavel: '1114447773' },
    'CPF inválido',
  ],
  ['company', 'rgResponsavel at minimum 7', 'rgResponsavel', { rgResponsavel: '123456' }, 'RG inválido'],
  [
    'company',
    'enderecoEmpresa at minimum 10',
    'enderecoEmpresa',
    { enderecoEmpresa: 'Rua A, 10' },
    'Endereço deve ser completo',
  ],
  ['company', 'cidadeEmpresa at minimum 2', 'cidadeEmpresa', { cidadeEmpresa: 'S' }, 'Cidade obrigatória'],
  ['company', 'cepEmpresa at minimum 8', 'cepEmpresa', { cepEmpresa: '8810125' }, 'CEP inválido'],
  [
    'company',
    'faturamentoPresumido at minimum 1',
    'faturamentoPresumido',
    { faturamentoPresumido: '' },
    'Faturamento presumido obrigatório',
  ],

  ['vehicle', 'name required', 'name', { name: '' }, 'Nome deve ter pelo menos 2 caracteres'],
  ['vehicle', 'birthDate a date', 'birthDate', { birthDate: '' }, 'Data de nascimento inválida'],
  ['vehicle', 'phone required', 'phone', { phone: '' }, 'Telefone inválido'],
  ['vehicle', 'email an email', 'email', { email: 'torto' }, 'Email inválido'],
  ['vehicle', 'income required', 'income', { income: '' }, 'Informe a renda mensal'],
  ['vehicle', 'vehicleBrand required', 'vehicleBrand', { vehicleBrand: '' }, 'Informe a marca do veículo'],
  ['vehicle', 'vehicleModel required', 'vehicleModel', { vehicleModel: '' }, 'Informe o modelo do veículo'],
  ['vehicle', 'vehicleYear a number', 'vehicleYear', { vehicleYear: 'abc' }, 'Ano inválido'],
  ['vehicle', 'vehicleValue required', 'vehicleValue', { vehicleValue: '' }, 'Informe o valor do veículo'],

  ...(['complete consult', 'rating consult', 'Bacen consult'] as const).flatMap((form): Rule[] => [
    [form, 'cpf at minimum 11', 'cpf', { cpf: '5299822472' }, 'CPF deve ter 11 dígitos'],
    [form, 'cpf at most 14', 'cpf', { cpf: '529.982.247-255' }, 'CPF inválido'],
    [form, 'cpf with right check digits', 'cpf', { cpf: '123.456.789-00' }, 'CPF inválido'],
    [form, 'nome at minimum 2', 'nome', { nome: 'A' }, 'Nome deve ter pelo menos 2 caracteres'],
    [
      form,
      'telefone at minimum 10',
      'telefone',
      { telefone: '(48) 9999-123' },
      'Telefone deve ter pelo menos 10 dígitos',
    ],
    [
      form,
      'paymentMethod pix or card',
      'paymentMethod',
      { paymentMethod: '' },
      'Selecione um método de pagamento',
    ],
  ]),
  ['CPF consult', 'cpf exactly 11 digits', 'cpf', { cpf: '5299822472' }, 'CPF inválido'],
  ['CPF consult', 'name required', 'name', { name: '' }, 'Nome obrigatório'],
  ['CPF consult', 'phone at minimum 10 digits', 'phone', { phone: '(48) 9999-123' }, 'Telefone inválido'],
]

function both(one: string, other: string, value: string): Record<string, string> {
  return { [one]: value, [other]: value }
}

/** Returns one password for each missing character class. */
function classes(
  at: (typed: string) => [form: keyof typeof forms, field: string, typed: Record<string, string>],
): Rule[] {
  return (
    [
      ['a lowercase letter', 'GIRASSOL@77'],
      ['an uppercase letter', 'girassol@77'],
      ['a digit', 'Girassol@xx'],
      ['a special character', 'Girassol177'],
      ['one of the allowed special characters', 'Girassol7#'],
    ] as const
  ).map(([missing, typed]) => {
    const [form, field, fields] = at(typed)
    return [form, `new password has ${missing}`, field, fields, WEAK_RULE]
  })
}

/** The minimum that is accepted, and one invalid value elsewhere, which is then the only one reported. */
type Accepted = [
  form: keyof typeof forms,
  minimum: Record<string, string>,
  wrong: Record<string, string>,
  says: string,
]

const minimal = 'Aa1@bcde'
const accepted: Accepted[] = [
  ['signup', both('password', 'confirmPassword', minimal), { email: 'torto' }, 'Email inválido'],
  [
    'change password',
    { currentPassword: '123456', newPassword: minimal },
    { confirmNewPassword: 'Outra@1234' },
    'Senhas não coincidem',
  ],
  ['recovery', { newPassword: minimal }, { confirmNewPassword: 'Outra@1234' }, 'Senhas não coincidem'],
  [
    'account password',
    { currentPassword: '123456', newPassword: minimal },
    { confirmPassword: 'Outra@1234' },
    'Senhas não conferem',
  ],
  [
    'create-account',
    {
      nome: 'Jó',
      telefone: '4833331234',
      documento: '52998224725',
      ...both('senha', 'confirmarSenha', minimal),
    },
    { email: 'torto' },
    'Email inválido',
  ],
  [
    'hiring dialog',
    { cpf: '52998224725', phone: '4833331234' },
    { name: 'A' },
    'Nome deve ter pelo menos 2 caracteres',
  ],
  ['hiring dialog', { name: 'Jó' }, { cpf: '123.456.789-00' }, 'CPF inválido'],
  [
    'individual',
    {
      nome: 'Jó',
      cpf: '52998224725',
      rg: '1234567',
      endereco: 'Rua A, 100',
      cep: '88010000',
      rendaPresumida: '1',
    },
    { cidade: 'F' },
    'Cidade obrigatória',
  ],
  ['individual', { cidade: 'Ji' }, { rg: '123456' }, 'RG inválido'],
  [
    'company',
    {
      razaoSocial: 'AB',
      cnpj: '11222333000181',
      nomeResponsavel: 'Jó',
      cpfResponsavel: '11144477735',
      rgResponsavel: '1234567',
      enderecoEmpresa: 'Rua A, 100',
      cepEmpresa: '88101250',
      faturamentoPresumido: '1',
    },
    { cidadeEmpresa: 'S' },
    'Cidade obrigatória',
  ],
  ['company', { cidadeEmpresa: 'Ji' }, { rgResponsavel: '123456' }, 'RG inválido'],
  ...(['complete consult', 'rating consult', 'Bacen consult'] as const).map(
    (form): Accepted => [
      form,
      { cpf: '52998224725', nome: 'Jó', telefone: '4833331234' },
      { paymentMethod: '' },
      'Selecione um método de pagamento',
    ],
  ),
  ['CPF consult', { name: 'A', phone: '4833331234' }, { cpf: '5299822472' }, 'CPF inválido'],
]

export const section5: Demand[] = demandsOf('§5', [
  ...accepted.map(([name, typed, wrong, says]) => ({
    item: `${name}, no more is asked than: ${Object.keys(typed).join(', ')}`,
    async check(fixture: Fixture) {
      const form: Form = forms[name]
      const person = form.who ? await form.who(fixture) : fixture.stranger()
      const page = await person.send(form.path, { ...form.right, ...typed, ...wrong })
      expect(page.errors).toEqual({ [Object.keys(wrong)[0] ?? '']: says })
    },
  })),
  ...rules.map(([name, rule, field, typed, says]) => ({
    item: `${name}, ${rule}`,
    says,
    async check(fixture: Fixture) {
      const form: Form = forms[name]
      const person = form.who ? await form.who(fixture) : fixture.stranger()
      const page = await person.send(form.path, { ...form.right, ...typed })
      expect([400, 422]).toContain(page.status)
      expect(page.errors).toEqual({ [field]: says })
    },
  })),
  ...Object.entries({
    login: 'sign-in',
    signup: 'sign-up',
    reset: 'reset-request',
    'change password': 'change-password',
    recovery: 'recovery',
    'account password': 'account-password',
    'create-account': 'create-account',
    'hiring dialog': 'hiring',
    individual: 'individual',
    company: 'company',
    vehicle: 'vehicle',
    'CPF consult': 'consult-cpf',
    'complete consult': 'consult',
    'rating consult': 'consult',
    'Bacen consult': 'consult',
  }).map(([name, schema]) => ({
    item: `${name} validates on submit and then on change`,
    async check(fixture: Fixture) {
      const form: Form = forms[name as keyof typeof forms]
      const person = form.who ? await form.who(fixture) : fixture.stranger()
      expect((await person.open(form.path)).html).toContain(`data-validate="${schema}"`)
      const { loadSchema } = await import('../../../src/web/forms/registry.ts')
      expect(await loadSchema(schema)).toBeDefined()
    },
  })),
  ...(
    [
      ['login', pointers.revalidatedLogin],
      ['signup', pointers.revalidatedSignUp],
      ['reset', pointers.revalidatedReset],
      ['recovery', pointers.revalidatedRecovery],
      ['create-account', pointers.revalidatedCreateAccount],
      ['hiring dialog', pointers.revalidatedHiring],
      ['vehicle', pointers.revalidatedVehicle],
      ['CPF consult', pointers.revalidatedCpfConsult],
      ['complete consult', pointers.revalidatedCompleteConsult],
      ['rating consult', pointers.revalidatedRatingConsult],
      ['Bacen consult', pointers.revalidatedBacenConsult],
      ['individual, company, account password and change password', pointers.revalidatedAccount],
      ['any form, in the script', pointers.revalidates],
    ] as const
  ).map(([form, coveredBy]) => ({ item: `${form}: revalidates on change once it was sent`, coveredBy })),
  limited('hiring dialog: CPF masked, max length 14', '/service/clean-name', 'cpf', { max: 14, mask: 'cpf' }),
  limited('hiring dialog: phone masked, max length 15', '/service/clean-name', 'phone', {
    max: 15,
    mask: 'phone',
  }),
  ...['/cpf-consult', '/complete-consult', '/rating-consult', '/bacen-consult'].flatMap((path) => [
    limited(`${path}: CPF masked, max length 14`, path, 'cpf', { max: 14, mask: 'cpf' }),
    limited(`${path}: phone masked, max length 15`, path, path === '/cpf-consult' ? 'phone' : 'telefone', {
      max: 15,
      mask: 'phone',
    }),
  ]),
  {
    item: 'masks: 000.000.000-00; (00) 0000-0000 up to 10 digits, else (00) 00000-0000',
    async check() {
      const { maskCpf } = await import('../../../src/core/cpf.ts')
      const { maskPhone } = await import('../../../src/core/phone.ts')
      expect(maskCpf('52998224725')).toBe('529.982.247-25')
      expect(maskPhone('4833331234')).toBe('(48) 3333-1234')
      expect(maskPhone('48999991234')).toBe('(48) 99999-1234')
    },
  },
  {
    item: 'CPF and phone are masked as typed',
    coveredBy: pointers.masks,
  },
  {
    item: 'CPF and phone are masked as typed, in the script',
    coveredBy: pointers.masksLaidOut,
  },
  {
    item: 'vehicle form: birthDate a date, phone tel, email an email, year a number',
    async check(fixture) {
      const { html } = await fixture.page('/service/vehicle-financing')
      expect(fieldOf(html, 'birthDate').type).toBe('date')
      expect(fieldOf(html, 'phone').type).toBe('tel')
      expect(fieldOf(html, 'email').type).toBe('email')
      const year = fieldOf(html, 'vehicleYear')
      expect(year.type === 'number' || year.inputmode === 'numeric').toBe(true)
    },
  },
  {
    item: 'payments: at minimum one instalment selected',
    says: 'Selecione pelo menos uma parcela para pagamento',
    async check(fixture) {
      const page = await fixture.pay(await fixture.contracted(), [])
      expect(page.toasts).toEqual(['Erro / Selecione pelo menos uma parcela para pagamento'])
    },
  },
  {
    item: 'contract: terms ticked',
    says: 'Aceite os termos',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      const page = await person.send('/contract', {})
      expect(page.toasts.join()).toContain('Aceite os termos')
      expect(await fixture.instalmentsOf(person)).toEqual([])
    },
  },
  ...(
    [
      ['part of the service title, whatever its case', (_: string) => 'limPEZA', 1],
      ['part of the order id', (id: string) => id.slice(0, 13).toUpperCase(), 1],
      ['neither', (_: string) => 'inexistente', 0],
    ] as const
  ).map(([item, search, count]) => ({
    item: `order search: ${item}`,
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const [order] = await fixture.rows<{ id: string }>('select id from orders where user_id = $1', [
        person.userId,
      ])
      const page = await person.open(`/tracking?q=${encodeURIComponent(search(order?.id ?? ''))}`)
      expect(page.html.match(/<article/g) ?? []).toHaveLength(count)
    },
  })),
  {
    item: 'file upload accepts pdf, jpg, jpeg, png; 10 MB each',
    async check(fixture) {
      const { text, html } = await (await fixture.member()).open('/account?aba=cadastro')
      expect(fieldOf(html, 'documentos').accept).toBe('.pdf,.jpg,.jpeg,.png')
      expect(text).toContain('PDF, JPG, JPEG ou PNG, até 10 MB cada')
    },
  },
  ...(
    [
      ['10 MB', 0, 'Sucesso! / 1 documento(s) adicionado(s)'],
      ['one byte more than 10 MB', 1, '“rg.pdf” tem mais de 10 MB.'],
    ] as const
  ).map(([size, more, says]) => ({
    item: `file upload: a file of ${size}`,
    says,
    async check(fixture: Fixture) {
      const start = '%PDF-1.4\n'
      const text = start + ' '.repeat(10 * 1024 * 1024 - start.length + more)
      const form = new FormData()
      form.append('documentos', new File([text], 'rg.pdf', { type: 'application/pdf' }))
      const page = await (await fixture.customer()).send('/account/documentos', form)
      expect(page.toasts.join()).toContain(says)
    },
  })),
  {
    item: 'file upload: anything else is refused by its content',
    async check(fixture) {
      const person = await fixture.customer()
      const form = new FormData()
      form.append('documentos', new File(['<script>'], 'rg.pdf', { type: 'application/pdf' }))
      const page = await person.send('/account/documentos', form)
      expect(page.toasts.join()).toContain('Envie um arquivo PDF, JPG, JPEG ou PNG')
    },
  },
])
