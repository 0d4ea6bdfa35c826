import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { choice, elements, links, wholes, wordsOf } from '../page.ts'
import { pressableForMember, recovering, shown, shownToMember, tabs } from '../page-checks.ts'
import { pointers } from '../pointers.ts'
import { company, individual, upload } from '../samples.ts'

const auth = demandsOf('§2', [
  shown('/auth', 'heading', 'Acesse sua conta'),
  shown('/auth', 'subtitle', 'Entre ou crie uma nova conta'),
  {
    item: '/auth, tabs: Entrar (default), Criar Conta, Esqueci Senha; three columns signed out',
    async check(fixture) {
      const tabs =
        wholes((await fixture.page('/auth')).html, 'nav').find((nav) => nav.includes('Esqueci Senha')) ?? ''
      expect(links(tabs).map(({ text }) => text)).toEqual(['Entrar', 'Criar Conta', 'Esqueci Senha'])
      const current = wholes(tabs, 'a').find((tab) => tab.includes('aria-current')) ?? ''
      expect(wordsOf(current)).toBe('Entrar')
    },
  },
  {
    item: '/auth, Trocar Senha only when signed in: four columns',
    async check(fixture) {
      const { html } = await (await fixture.member()).open('/auth?aba=trocar-senha')
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
    async check(fixture) {
      expect((await (await fixture.member()).browser.get('/auth')).headers.get('location')).toBe('/')
    },
  },
  {
    item: 'successful login goes to /',
    async check(fixture) {
      const { email } = await fixture.customer()
      const person = fixture.stranger()
      const page = await person.send('/auth', { intent: 'sign-in', email, password: 'Girassol@77' })
      expect(page.path).toBe('/')
    },
  },
  {
    item: 'the recovery link shows the panel above the tabs',
    says: 'Definir Nova Senha',
    async check(fixture) {
      const { text } = await (await recovering(fixture)).open('/auth?recuperacao=1')
      expect(text.indexOf('Definir Nova Senha')).toBeGreaterThan(0)
      expect(text.indexOf('Definir Nova Senha')).toBeLessThan(text.indexOf('Esqueci Senha'))
      expect(text).toContain('Salvar Nova Senha')
    },
  },
  {
    item: 'the address fragment carries a recovery marker',
    replacedBy: 'the link carries a token, which leaves the address at once for an http-only cookie',
    async check(fixture) {
      const { email } = await fixture.customer()
      const person = fixture.stranger()
      await person.send('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
      const [link = ''] = await fixture.web.linksTo(email)
      const page = await person.open(link)
      expect(page.path).toBe('/auth?recuperacao=1')
      expect(page.whole).not.toContain(new URL(link).searchParams.get('recuperar') ?? link)
    },
  },
  {
    item: 'a new password set by recovery goes to /',
    async check(fixture) {
      const person = await recovering(fixture)
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
    coveredBy: pointers.password,
  },
])

const createAccount = demandsOf('§2', [
  {
    item: '/create-account, type of account: Pessoa Física by default, Pessoa Jurídica',
    async check(fixture) {
      const { html } = await fixture.page('/create-account')
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
    coveredBy: pointers.document,
  },
])

const account = demandsOf('§2', [
  tabs('/account', '/account', ['Meus Dados', 'Cadastro', 'Trocar Senha'], 'Meus Dados'),
  tabs('/account, second', '/account?aba=cadastro', ['Meus Dados', 'Cadastro', 'Trocar Senha'], 'Cadastro'),
  tabs(
    '/account, third',
    '/account?aba=trocar-senha',
    ['Meus Dados', 'Cadastro', 'Trocar Senha'],
    'Trocar Senha',
  ),
  shownToMember('/account', 'empty state', 'Nenhum dado cadastrado'),
  pressableForMember('/account?aba=cadastro&tipo=fisica', 'button', 'Salvar Dados Pessoais'),
  pressableForMember('/account?aba=cadastro&tipo=juridica', 'button', 'Salvar Dados da Empresa'),
  {
    item: '/account, choose fisica or juridica',
    async check(fixture) {
      const { html } = await (await fixture.member()).open('/account?aba=cadastro')
      const hrefs = links(html).map(({ href }) => href)
      expect(hrefs).toContain('/account?aba=cadastro&tipo=fisica')
      expect(hrefs).toContain('/account?aba=cadastro&tipo=juridica')
    },
  },
  {
    item: '/account, saved registration with its date: every field of a person',
    async check(fixture) {
      const person = await fixture.customer()
      await person.send('/account?aba=cadastro&tipo=fisica', individual)
      const { text } = await person.open('/account')
      for (const words of ['Salvo em 02/03/2026', ...Object.values(individual).slice(1)]) {
        expect(text).toContain(words)
      }
    },
  },
  {
    item: '/account, saved registration with its date: every field of a company',
    async check(fixture) {
      const person = await fixture.customer()
      await person.send('/account?aba=cadastro&tipo=juridica', company)
      const { text } = await person.open('/account')
      for (const words of ['Salvo em 02/03/2026', ...Object.values(company).slice(1)])
        expect(text).toContain(words)
    },
  },
  {
    item: '/account, documents: multiple, pdf/jpg/jpeg/png, removable',
    async check(fixture) {
      const person = await fixture.customer()
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

export const accounts: Demand[] = [...auth, ...createAccount, ...account]
