import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { choice, elements, formWith, links, wholes, wordsOf } from '../page.ts'
import { all, linked, recovering, shown, shownToMember } from '../ways.ts'

const services = [
  ['/service/clean-name', 'Limpeza de Nome'],
  ['/service/credit-rating', 'Rating de Crédito'],
  ['/service/bacen-clean', 'Limpeza Bacen'],
  ['/service/serasa-score', 'Levantamento de Score Serasa'],
  ['/service/credit-viability', 'Estudo de Viabilidade de Crédito'],
  ['/service/cnh-rehabilitation', 'Reabilitação de CNH'],
  ['/service/traffic-fines', 'Defesa de Multas de Trânsito'],
  ['/service/federal-tax-solution', 'Soluções em Tributos Federais'],
  ['/service/vehicle-financing', 'Financiamento de Veículos'],
  ['/service/home-financing', 'Financiamento Imobiliário'],
] as const

const lookups = [
  ['/cpf-consult', 'Consulta CPF Serasa'],
  ['/complete-consult', 'Consulta Completa'],
  ['/bacen-consult', 'Consulta Bacen'],
  ['/rating-consult', 'Consulta Rating'],
] as const

const e2e = 'e2e/specification.spec.ts'

const header = demandsOf('§2', [
  linked('/', 'Início', '/'),
  linked('/', 'Serviços', '/services'),
  linked('/', 'Acompanhar', '/tracking'),
  linked('/', 'Pagamentos', '/payments'),
  linked('/', 'Entrar', '/auth'),
  linked('/', 'Criar Conta', '/create-account'),
  {
    item: 'header, signed in: greeting with the e-mail, Minha Conta, Sair; neither Entrar nor Criar Conta',
    async check(house) {
      const { email, open } = await house.member()
      const top = wholes((await open('/')).html, 'header')[0] ?? ''
      expect(wordsOf(top)).toContain(`Olá, ${email} Minha Conta Sair`)
      expect(links(top)).toContainEqual(expect.objectContaining({ href: '/account', text: 'Minha Conta' }))
      expect(wordsOf(top)).not.toMatch(/Entrar|Criar Conta/)
    },
  },
  {
    item: 'header: Sair signs out',
    async check(house) {
      const person = await house.customer()
      await person.send('/sair', {})
      expect((await person.open('/')).text).toContain('Entrar Criar Conta')
      expect((await person.visitor.get('/tracking')).headers.get('location')).toBe('/auth')
    },
  },
  {
    item: 'header on all pages, sticky, its menu collapsible',
    coveredBy: { file: e2e, title: '§2 the header stays in sight' },
  },
  {
    item: 'protected page while signing in is checked',
    says: 'Verificando autenticação...',
    coveredBy: { file: e2e, title: '§2 a protected page that is slow' },
  },
])

const landing = demandsOf('§2', [
  linked('/', 'Começar Agora', '/services'),
  shown('/', 'consumer rights', 'Código de Defesa do Consumidor'),
  shown('/', 'consumer rights, articles 42 and 43', 'Artigo 42'),
  shown('/', 'consumer rights, articles 42 and 43', 'Artigo 43'),
  shown('/', 'entries are kept for 5 years', '5 anos'),
  shown('/', 'score growth', 'score'),
  shown('/', 'legal resources: injunctions against fines', 'Liminares contra multas'),
  shown('/', 'legal resources: review of financing contracts', 'Revisão de contratos de financiamento'),
  shown('/', 'financing options', 'Opções de financiamento'),
  shown('/', 'why choose the product', 'Por que escolher'),
  shown('/', 'closing call', 'Falar com Especialista'),
  {
    item: 'landing: Falar com Especialista opens WhatsApp in a new tab',
    async check(house) {
      const found = links((await house.page('/')).html).filter(({ text }) =>
        text.startsWith('Falar com Especialista'),
      )
      expect(found.length).toBeGreaterThan(0)
      for (const { href, newTab } of found) {
        expect(href).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
        expect(newTab).toBe(true)
      }
    },
  },
  {
    item: 'landing: three testimonials with 5-star ratings',
    async check(house) {
      const { text } = await house.page('/')
      expect(text.match(/★★★★★/g)).toHaveLength(3)
    },
  },
])

const footer = demandsOf('§2', [
  linked('/', 'Limpeza de Nome', '/service/clean-name'),
  linked('/', 'Rating de Crédito', '/service/credit-rating'),
  linked('/', 'Limpeza no Bacen', '/service/bacen-clean'),
  linked('/', 'Acompanhar Serviços', '/tracking'),
  ...(['Central de Ajuda', 'Perguntas Frequentes', 'Chat Online'] as const).map((text) =>
    linked('/', text, /^https:\/\/wa\.me\/\d+\?text=.+/),
  ),
  {
    item: 'footer: privacy policy and terms',
    replacedBy: 'pages with content instead of placeholders',
    async check(house) {
      for (const [text, href] of [
        ['Política de Privacidade', '/privacidade'],
        ['Termos de Uso', '/termos'],
      ] as const) {
        expect(links((await house.page('/')).html)).toContainEqual(expect.objectContaining({ text, href }))
        const page = await house.page(href)
        expect(page.status).toBe(200)
        expect(page.text.length).toBeGreaterThan(3000)
      }
    },
  },
  {
    item: 'contact on every page: legal name, tax id, address, phone, e-mail, Instagram',
    async check(house) {
      const { company } = house.web.app.config
      for (const path of ['/', '/services', '/auth', '/nao-existe']) {
        const { text, html } = await house.page(path)
        for (const one of [company.legalName, company.cnpj, company.address, company.email])
          expect(text).toContain(one)
        expect(text).toContain('(48) 99999-0000')
        expect(links(html).map(({ href }) => href)).toContain(company.instagram)
      }
    },
  },
])

const auth = demandsOf('§2', [
  shown('/auth', 'heading', 'Acesse sua conta'),
  shown('/auth', 'subtitle', 'Entre ou crie uma nova conta'),
  {
    item: '/auth, tabs: Entrar (default), Criar Conta, Esqueci Senha; three columns signed out',
    async check(house) {
      const tabs =
        wholes((await house.page('/auth')).html, 'nav').find((nav) => nav.includes('Esqueci Senha')) ?? ''
      expect(links(tabs).map(({ text }) => text)).toEqual(['Entrar', 'Criar Conta', 'Esqueci Senha'])
      const current = wholes(tabs, 'a').find((tab) => tab.includes('aria-current')) ?? ''
      expect(wordsOf(current)).toBe('Entrar')
    },
  },
  {
    item: '/auth, Trocar Senha only when signed in: four columns',
    async check(house) {
      const { html } = await (await house.member()).open('/auth?aba=trocar-senha')
      const tabs = wholes(html, 'nav').find((nav) => nav.includes('Esqueci Senha')) ?? ''
      expect(links(tabs).map(({ text }) => text)).toEqual([
        'Entrar',
        'Criar Conta',
        'Esqueci Senha',
        'Trocar Senha',
      ])
    },
  },
  {
    item: '/auth sends who is signed in to /',
    async check(house) {
      expect((await (await house.member()).visitor.get('/auth')).headers.get('location')).toBe('/')
    },
  },
  {
    item: 'successful login goes to /',
    async check(house) {
      const { email } = await house.customer()
      const person = house.stranger()
      const page = await person.send('/auth', { intent: 'sign-in', email, password: 'Girassol@77' })
      expect(page.path).toBe('/')
    },
  },
  {
    item: 'the recovery link shows the panel above the tabs',
    says: 'Definir Nova Senha',
    async check(house) {
      const { text } = await (await recovering(house)).open('/auth?recuperacao=1')
      expect(text.indexOf('Definir Nova Senha')).toBeGreaterThan(0)
      expect(text.indexOf('Definir Nova Senha')).toBeLessThan(text.indexOf('Esqueci Senha'))
      expect(text).toContain('Salvar Nova Senha')
    },
  },
  {
    item: 'a new password set by recovery goes to /',
    async check(house) {
      const person = await recovering(house)
      const page = await person.send('/auth?recuperacao=1', {
        intent: 'recovery',
        newPassword: 'Ipe-Amarelo@88',
        confirmNewPassword: 'Ipe-Amarelo@88',
      })
      expect(page.path).toBe('/')
    },
  },
  {
    item: 'password fields have a show/hide toggle',
    coveredBy: { file: e2e, title: '§2 a password can be shown and hidden' },
  },
])

const createAccount = demandsOf('§2', [
  {
    item: '/create-account, type of account: Pessoa Física by default, Pessoa Jurídica',
    async check(house) {
      const { html } = await house.page('/create-account')
      expect(choice(html, 'pessoal')).toContain('Pessoa Física')
      expect(choice(html, 'empresa')).toContain('Pessoa Jurídica')
      const chosen = elements(html, 'input').filter(
        ({ name, checked }) => name === 'tipoConta' && checked !== undefined,
      )
      expect(chosen.map(({ value }) => value)).toEqual(['pessoal'])
    },
  },
  {
    item: '/create-account, documento is labelled CPF or CNPJ by type',
    coveredBy: { file: e2e, title: '§2 the document is named by the type of account' },
  },
])

const catalogue = demandsOf('§2', [
  ...services.map(([href, title]) => linked('/services', `Contratar Serviço: ${title}`, href)),
  linked(
    '/services',
    'Contratar Serviço: Revisional de Contratos',
    /^\/service\/contract-(review|revisional)$/,
  ),
  {
    item: '/services, twelve cards: the quick lookups first, then eleven services',
    async check(house) {
      const { html, text } = await house.page('/services')
      const cards = wholes(html, 'article')
      expect(cards).toHaveLength(11)
      expect(text.indexOf('Consultas Rápidas')).toBeLessThan(text.indexOf('A partir de R$ 400'))
      for (const card of cards) expect(elements(card, 'li').length).toBeGreaterThanOrEqual(3)
    },
  },
  {
    item: '/services, the dialog Consultas Rápidas lists four lookups',
    async check(house) {
      const { html } = await house.page('/services?consultas=1')
      const dialog = wholes(html, 'dialog').find((one) => one.includes('Consultas Rápidas')) ?? ''
      expect(elements(dialog, 'dialog')[0]).toHaveProperty('open')
      const found = links(dialog)
      for (const [href, title] of lookups) {
        expect(found.find((link) => link.href === href)?.text).toContain(title)
      }
    },
  },
  shown('/services', 'four steps, first', 'Análise gratuita'),
  shown('/services', 'four steps, second', 'Proposta personalizada'),
  shown('/services', 'four steps, third', 'Execução'),
  shown('/services', 'four steps, fourth', 'Acompanhamento pelo app'),
  shown('/services', 'guarantee', '100% legal'),
  shown('/services', 'guarantee', 'Garantia de resultado'),
  shown('/services', 'guarantee: or money back', 'dinheiro de volta'),
  shown('/services', 'guarantee', 'Garantia de prazo'),
  shown('/services', 'card: price', 'A partir de R$ 400'),
  shown('/services', 'card: popular badge', 'Mais Popular'),
  shown('/services', 'card: button', 'Contratar Serviço'),
])

const cleanName = demandsOf('§2', [
  shown('/service/clean-name', 'inclusions', 'Está incluído'),
  shown('/service/clean-name', 'citing the consumer code', 'artigos 42 e 43'),
  shown('/service/clean-name', 'removal without paying the debts', 'sem exigir o pagamento da dívida'),
  all('/service/clean-name', 'five-step process', [
    'Análise dos registros',
    'Preparação da contestação',
    'Envio aos órgãos',
    'Acompanhamento das baixas',
    'Comprovação final',
  ]),
  {
    item: '/service/clean-name, four payment plan cards, select one',
    async check(house) {
      const form = formWith((await house.page('/service/clean-name')).html, 'plan')
      expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(4)
    },
  },
  shown('/service/clean-name', 'button', 'Contratar Agora'),
  shown('/service/clean-name', 'PIX payment info box', 'Pagamento por PIX'),
])

const servicePages = demandsOf('§2', [
  {
    item: '/service/credit-rating, tabs individual (pf) and company (pj), each with price, inclusions, process, three options',
    async check(house) {
      const { html } = await house.page('/service/credit-rating')
      const tabs = links(html).filter(({ text }) => /^Pessoa (Física|Jurídica)/.test(text))
      expect(tabs.map(({ text }) => text.slice(0, 15).trim())).toEqual(
        ['Pessoa Física', 'Pessoa Jurídica'].map((t) => t.slice(0, 15)),
      )
      for (const [index, price] of ['R$ 2.500,00', 'R$ 3.500,00'].entries()) {
        const page = await house.page(tabs[index]?.href ?? '')
        expect(page.text).toContain(price)
        expect(page.text).toContain('Suporte por')
        const form = formWith(page.html, 'plan')
        expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(3)
        expect(page.text).toContain('Relatório e acompanhamento')
      }
    },
  },
  shown('/service/credit-rating', 'button', 'Contratar Agora'),
  shown('/service/bacen-clean', 'consequences', 'Crédito recusado'),
  shown('/service/bacen-clean', 'benefits', 'Registro correto'),
  shown('/service/bacen-clean', 'inclusions', 'Pedido de correção ou baixa a cada banco'),
  all('/service/bacen-clean', '8-step process', [
    'Contato',
    'Documentos',
    'Relatório',
    'Análise',
    'Pedidos',
    'Reclamações',
    'Atualização',
    'Comprovação',
  ]),
  {
    item: '/service/bacen-clean, two payment cards',
    async check(house) {
      const form = formWith((await house.page('/service/bacen-clean')).html, 'plan')
      expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
    },
  },
  shown('/service/bacen-clean', 'important info: term', '30 a 90 dias'),
  shown('/service/bacen-clean', 'important info: documents needed', 'Documento com foto'),
  shown('/service/bacen-clean', 'important info: contact', 'até 24 horas depois da contratação'),
  {
    item: '/service/bacen-clean, hire button',
    says: 'Redirecionando para pagamento...',
    replacedBy: 'after its toast the dialog opens',
    async check(house) {
      const page = await house.stranger().send('/service/bacen-clean', { plan: 'a-vista' })
      expect(page.toasts.join()).toContain('Redirecionando para pagamento...')
      expect(formWith(page.html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
  ...(['/service/cnh-rehabilitation', '/service/traffic-fines'] as const).flatMap((path) => [
    {
      item: `${path}, consultant button opens WhatsApp`,
      async check(house: Parameters<Extract<Demand, { check: unknown }>['check']>[0]) {
        const found = links((await house.page(path)).html).find(({ text }) => /consultor/i.test(text))
        expect(found?.href).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
      },
    },
    {
      item: `${path}, two payment cards`,
      async check(house: Parameters<Extract<Demand, { check: unknown }>['check']>[0]) {
        const form = formWith((await house.page(path)).html, 'plan')
        expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
      },
    },
    {
      item: `${path}, hire button disabled until a plan is chosen`,
      coveredBy: { file: e2e, title: `§2 the hire button of ${path}` },
    },
  ]),
  all('/service/traffic-fines', 'nine fine types defended', [
    'Excesso de velocidade',
    'Lei Seca e recusa ao bafômetro',
    'Avanço de sinal vermelho',
    'Celular ao volante',
    'Ultrapassagem proibida',
    'Estacionamento proibido',
    'Falta de cinto de segurança',
    'Rodízio e faixa exclusiva',
    'Documento ou licenciamento vencido',
  ]),
  shown('/service/contract-review', 'price', 'R$ 800,00'),
  all('/service/contract-review', 'six contract types analysed', [
    'Financiamento de veículo',
    'Financiamento de imóvel',
    'Empréstimo pessoal',
    'Empréstimo consignado',
    'Cartão de crédito',
    'Cheque especial',
  ]),
  {
    item: '/service/federal-tax-solution, content not shown',
    replacedBy: 'a page with content and a way to a consultant',
    async check(house) {
      const { text, html } = await house.page('/service/federal-tax-solution')
      expect(text).toContain('Receita Federal')
      expect(
        links(html).some(
          ({ href, text: words }) =>
            href.startsWith('https://wa.me/') && /falar|consultor|conversar|proposta/i.test(words),
        ),
      ).toBe(true)
    },
  },
  {
    item: '/service/vehicle-financing, proposal form',
    says: 'Dados enviados! Em breve nosso consultor entrará em contato.',
    replacedBy: 'the proposal is stored and reaches the desk',
    async check(house) {
      const page = await house.stranger().send('/service/vehicle-financing', {
        name: 'Ana Maria Souza',
        birthDate: '1990-05-10',
        phone: '(48) 99999-1234',
        email: 'proposta@exemplo.com.br',
        income: 'R$ 3.500,00',
        vehicleBrand: 'Fiat',
        vehicleModel: 'Argo',
        vehicleYear: '2022',
        vehicleValue: 'R$ 60.000,00',
      })
      expect(page.text).toContain('Dados enviados! Em breve nosso consultor entrará em contato.')
      const stored = await house.rows<{ count: number }>('select count(*)::int as count from proposals')
      expect(stored[0]?.count).toBe(1)
    },
  },
  shown('/service/home-financing', 'price', 'R$ 1.500,00'),
  shown('/service/home-financing', 'amortisation system', 'Sacre'),
  shown('/service/home-financing', 'amortisation system', 'Price'),
  shown('/service/home-financing', 'amortisation system', 'Misto'),
  all('/service/home-financing', 'four-step process', ['Conversa', 'Simulação', 'Documentos', 'Assinatura']),
  {
    item: '/service/serasa-score, two plans and the contracting dialog',
    async check(house) {
      const { html } = await house.page('/service/serasa-score')
      expect(elements(formWith(html, 'plan'), 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
      expect(formWith(html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
  {
    item: '/service/credit-viability, single price and the same dialog',
    async check(house) {
      const { html } = await house.page('/service/credit-viability')
      expect(choice(html, 'a-vista')).toContain('R$ 897,00')
      expect(formWith(html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
])

const consults = demandsOf(
  '§2',
  lookups.map(([path, title]) => ({
    item: `${path}, a form that leads straight to payment`,
    async check(house) {
      const { html, text } = await house.page(path)
      expect(text).toContain(title)
      const names = path === '/cpf-consult' ? ['name', 'phone'] : ['nome', 'telefone']
      expect(formWith(html, 'cpf', ...names, 'paymentMethod')).not.toBe('')
    },
  })),
)

const contracting = demandsOf('§2', [
  {
    item: 'contracting dialog: prefilled from the profile',
    async check(house) {
      const { html } = await (await house.member()).open('/service/clean-name?plano=a-vista')
      const form = formWith(html, 'name', 'cpf', 'phone')
      expect(form).toContain('value="Ana Maria Souza"')
      expect(form).toContain('value="529.982.247-25"')
      expect(form).toContain('value="(48) 99999-1234"')
    },
  },
  {
    item: '/contract: the contracting party, the contracted party, the specification, the checkbox, both buttons',
    async check(house) {
      const person = await house.customer()
      await house.hire(person, { plan: 'semanal-20x' })
      const { text, html } = await person.open('/contract')
      for (const words of [
        'Ana Maria Souza',
        '529.982.247-25',
        '(48) 99999-1234',
        'Serviço Limpeza de Nome',
        'Valor total R$ 2.398,00',
        'Forma de pagamento PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
        house.web.app.config.company.legalName,
        house.web.app.config.company.cnpj,
        'O que está contratado',
        'O serviço não quita nem renegocia dívidas.',
        'Aceitar e Prosseguir para Pagamento',
        'Voltar',
      ]) {
        expect(text).toContain(words)
      }
      expect(elements(html, 'input').filter(({ type }) => type === 'checkbox')).toHaveLength(1)
      expect(links(html)).toContainEqual(
        expect.objectContaining({ text: 'Voltar', href: '/service/clean-name' }),
      )
    },
  },
])

const paying = demandsOf('§2', [
  {
    item: '/payment: order summary and the button to generate PIX, then QR, code, countdown, check, steps, WhatsApp',
    async check(house) {
      const person = await house.contracted({ plan: 'a-vista' })
      const before = await person.open('/payment')
      for (const words of ['Resumo do pedido', 'Limpeza de Nome', 'R$ 1.500,00', 'Gerar PIX']) {
        expect(before.text).toContain(words)
      }
      const [one] = await house.instalmentsOf(person)
      const after = await person.send('/payment', [
        ['paymentIds', one?.id ?? ''],
        ['intent', 'generate'],
      ])
      expect(after.path).toBe('/payment')
      for (const words of ['QR Code', '000201', 'br.gov.bcb.pix', 'Verificar Pagamento', 'Como pagar']) {
        expect(after.text).toContain(words)
      }
      expect(after.html).toMatch(/<svg[^>]*aria-label="QR Code|QR Code do Pix/)
      expect(after.html).toMatch(/data-copy="000201/)
      expect(after.html).toMatch(/data-countdown="\d+"/)
      expect(links(after.html).filter(({ text }) => text.startsWith('Preciso de ajuda'))[0]?.href).toMatch(
        /wa\.me/,
      )
    },
  },
  shownToMember('/payments', 'tab', 'Pendentes'),
  shownToMember('/payments', 'tab', 'Pagas'),
  shownToMember('/payments', 'button', 'Atualizar'),
  {
    item: '/payments: instalment selection and a pay button',
    async check(house) {
      const person = await house.contracted()
      const { html } = await person.open('/payments')
      const form = formWith(html, 'paymentIds')
      expect(elements(form, 'input').filter(({ name }) => name === 'paymentIds')).toHaveLength(21)
      expect(wordsOf(form)).toContain('Gerar PIX')
    },
  },
  shown('/payment-success', 'confirmation', 'Pagamento confirmado'),
  shown('/payment-success', 'next: team contact', '24 horas'),
  shown('/payment-success', 'next: e-mail', 'E-mail com os detalhes do contrato'),
  shown('/payment-success', 'next: follow-up', 'Acompanhamento pelo aplicativo'),
  shown('/payment-success', 'information', 'Documentos'),
  shown('/payment-success', 'information', 'Prazo'),
  shown('/payment-success', 'information', 'Garantia'),
  shown('/payment-success', 'support hours', 'segunda a sexta, das 8h às 18h'),
  linked('/payment-success', 'Voltar ao início', '/'),
  linked('/payment-success', 'Ver outros serviços', '/services'),
])

const whatsapp = demandsOf('§2', [
  {
    item: 'WhatsApp with a prefilled message: help, FAQ, online chat',
    async check(house) {
      const found = links((await house.page('/')).html).filter(({ href }) =>
        href.startsWith('https://wa.me/'),
      )
      const messages = found.map(({ href }) => new URL(href).searchParams.get('text'))
      expect(messages).toEqual(
        expect.arrayContaining([
          'Olá! Preciso de ajuda.',
          'Olá! Gostaria de tirar uma dúvida.',
          'Olá! Gostaria de conversar com um atendente.',
        ]),
      )
    },
  },
  {
    item: 'WhatsApp with a prefilled message: order help, payment help, financial questions, new payment request',
    async check(house) {
      const person = await house.contracted()
      await house.pay(
        person,
        (await house.instalmentsOf(person)).slice(0, 1).map(({ id }) => id),
      )
      const pages = await Promise.all(['/tracking', '/payment', '/payments'].map((path) => person.open(path)))
      const messages = pages
        .flatMap(({ html }) => links(html))
        .filter(({ href }) => href.startsWith('https://wa.me/'))
        .map(({ href }) => new URL(href).searchParams.get('text') ?? '')
        .join('\n')
      for (const topic of ['meu pedido', 'o pagamento', 'dúvida financeira', 'solicitar um novo pagamento']) {
        expect(messages).toContain(topic)
      }
    },
  },
])

const tracking = demandsOf('§2', [
  shownToMember('/tracking', 'search box', 'Buscar pedido'),
  {
    item: '/tracking: the orders with their steps',
    async check(house) {
      const { text } = await (await house.contracted()).open('/tracking')
      expect(text).toContain('Limpeza de Nome')
      expect(text).toContain('Análise dos registros')
      expect(text).toContain('Comprovação final')
    },
  },
  {
    item: '/tracking',
    says: 'Última atualização: hoje às 14:30',
    replacedBy: 'the real time',
    async check(house) {
      const { text } = await (await house.contracted()).open('/tracking')
      expect(text).toMatch(/Última atualização: hoje às \d\d:\d\d/)
    },
  },
])

const account = demandsOf('§2', [
  shownToMember('/account', 'tab', 'Meus Dados'),
  shownToMember('/account', 'tab', 'Cadastro'),
  shownToMember('/account', 'tab', 'Trocar Senha'),
  shownToMember('/account', 'empty state', 'Nenhum dado cadastrado'),
  shownToMember('/account?aba=cadastro&tipo=fisica', 'button', 'Salvar Dados Pessoais'),
  shownToMember('/account?aba=cadastro&tipo=juridica', 'button', 'Salvar Dados da Empresa'),
  {
    item: '/account, choose fisica or juridica',
    async check(house) {
      const { html } = await (await house.member()).open('/account?aba=cadastro')
      const hrefs = links(html).map(({ href }) => href)
      expect(hrefs).toContain('/account?aba=cadastro&tipo=fisica')
      expect(hrefs).toContain('/account?aba=cadastro&tipo=juridica')
    },
  },
  {
    item: '/account, saved registration with its date: every field of a person',
    async check(house) {
      const person = await house.customer()
      await person.send('/account?aba=cadastro&tipo=fisica', individual)
      const { text } = await person.open('/account')
      for (const words of ['Salvo em 02/03/2026', ...Object.values(individual).slice(1)]) {
        expect(text).toContain(words)
      }
    },
  },
  {
    item: '/account, saved registration with its date: every field of a company',
    async check(house) {
      const person = await house.customer()
      await person.send('/account?aba=cadastro&tipo=juridica', company)
      const { text } = await person.open('/account')
      for (const words of ['Salvo em 02/03/2026', ...Object.values(company).slice(1)])
        expect(text).toContain(words)
    },
  },
  {
    item: '/account, documents: multiple, pdf/jpg/jpeg/png, removable',
    async check(house) {
      const person = await house.customer()
      const { html } = await person.open('/account?aba=cadastro')
      const [file = {}] = elements(html, 'input').filter(({ type }) => type === 'file')
      expect(file.accept).toBe('.pdf,.jpg,.jpeg,.png')
      expect(file).toHaveProperty('multiple')
      const kept = await person.send('/account/documentos?tipo=fisica', upload(['rg.pdf']))
      expect(kept.text).toContain('rg.pdf')
      const remove = links(kept.html).find(({ href }) => href.includes('remover='))
      expect(remove).toBeDefined()
      const [asked = ''] =
        /\/account\/documentos\/[\w-]+\/remover[^"]*/.exec(
          (await person.open(remove?.href.split('#')[0] ?? '')).html,
        ) ?? []
      const gone = await person.send(asked.replaceAll('&amp;', '&'), {})
      expect(gone.toasts).toEqual(['Documento removido / rg.pdf'])
      expect(gone.html).not.toContain('remover=')
    },
  },
])

const errors = demandsOf('§2', [
  {
    item: 'top-level error screen',
    says: 'Ops! Algo deu errado',
    async check(house) {
      const { status, text } = await house.page('/pagina-que-falha')
      expect(status).toBe(500)
      expect(text).toContain('Ops! Algo deu errado')
      expect(text).toContain('Ocorreu um erro inesperado. Por favor, recarregue a página.')
    },
  },
  {
    item: 'top-level error screen: collapsible details with the error message',
    says: 'Detalhes do erro',
    async check(house) {
      const { html } = await house.page('/pagina-que-falha')
      const details = wholes(html, 'details').find((one) => one.includes('Detalhes do erro')) ?? ''
      expect(wordsOf(details).length).toBeGreaterThan('Detalhes do erro'.length)
    },
  },
  {
    item: 'top-level error screen: a button that reloads',
    says: 'Recarregar Página',
    async check(house) {
      const { html } = await house.page('/pagina-que-falha')
      const words = [...wholes(html, 'a'), ...wholes(html, 'button')].map(wordsOf)
      expect(words).toContain('Recarregar Página')
    },
  },
])

export const individual = {
  intent: 'individual',
  nome: 'Ana Maria Souza',
  cpf: '529.982.247-25',
  rg: '1234567',
  rendaPresumida: 'R$ 3.500,00',
  endereco: 'Rua das Flores, 120, Centro',
  cidade: 'Florianópolis',
  cep: '88010-000',
}

export const company = {
  intent: 'company',
  razaoSocial: 'Padaria Exemplo Ltda',
  cnpj: '11.222.333/0001-81',
  nomeResponsavel: 'João Pereira',
  cpfResponsavel: '111.444.777-35',
  rgResponsavel: '7654321',
  faturamentoPresumido: 'R$ 80.000,00',
  enderecoEmpresa: 'Avenida Central, 500, Sala 2',
  cidadeEmpresa: 'São José',
  cepEmpresa: '88101-250',
}

/** A form that sends small true PDFs. */
export function upload(names: readonly string[]): FormData {
  const form = new FormData()
  for (const name of names) {
    const pdf = `%PDF-1.4\n1 0 obj<</Title(${name})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
    form.append('documentos', new File([pdf], name, { type: 'application/pdf' }))
  }
  return form
}

export const screens: Demand[] = [
  ...header,
  ...landing,
  ...footer,
  ...auth,
  ...createAccount,
  ...catalogue,
  ...cleanName,
  ...servicePages,
  ...consults,
  ...contracting,
  ...paying,
  ...whatsapp,
  ...tracking,
  ...account,
  ...errors,
]
