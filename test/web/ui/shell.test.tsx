import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleCompany } from '../../../src/core/company.ts'
import { Footer } from '../../../src/web/ui/footer.tsx'
import { Header } from '../../../src/web/ui/header.tsx'

test('the header links to the four pages and, for guests, to sign-in and sign-up', () => {
  const header = renderToStaticMarkup(<Header path="/" viewer={null} />)
  for (const [href, label] of [
    ['/', 'Início'],
    ['/services', 'Serviços'],
    ['/tracking', 'Acompanhar'],
    ['/payments', 'Pagamentos'],
  ]) {
    expect(header).toMatch(new RegExp(`<a href="${href}"[^>]*>${label}</a>`))
  }
  expect(header).toContain('>Entrar</a>')
  expect(header).toContain('>Criar Conta</a>')
  expect(header).not.toContain('Sair')
})

test('for signed-in users it shows the e-mail, the account link and a sign-out form', () => {
  const viewer = { email: 'ana@exemplo.com.br', isOfTeam: false }
  const header = renderToStaticMarkup(<Header path="/account" viewer={viewer} />)
  expect(header).not.toContain('Painel')
  expect(header).toContain('ana@exemplo.com.br')
  expect(header).toContain('Minha Conta')
  expect(header).toMatch(/<form action="\/sair" method="post">.*Sair/)
  expect(header).not.toContain('Entrar')
})

test('the mobile menu opens without a script, and every navigation has its name', () => {
  const header = renderToStaticMarkup(<Header path="/" viewer={null} />)
  expect(header).toMatch(/<details[^>]*data-menu[^>]*><summary>/)
  expect(header.match(/<nav\b[^>]*aria-label="Principal"/g)).toHaveLength(2)
})

test('a service page marks Serviços as current', () => {
  const header = renderToStaticMarkup(<Header path="/service/clean-name" viewer={null} />)
  expect(header).toMatch(/<a href="\/services" aria-current="page">/)
})

test('the footer identifies the company and its contacts', () => {
  const footer = renderToStaticMarkup(<Footer company={exampleCompany} />)
  for (const text of [
    exampleCompany.legalName,
    exampleCompany.cnpj,
    exampleCompany.address,
    '(48) 99999-0000',
    exampleCompany.email,
  ]) {
    expect(footer).toContain(text)
  }
  expect(footer).toContain('8h às 18h')
  expect(footer).toContain(exampleCompany.instagram)
  for (const href of ['/service/clean-name', '/service/credit-rating', '/service/bacen-clean', '/tracking']) {
    expect(footer).toContain(`href="${href}"`)
  }
  expect(footer).toContain('href="/privacidade"')
  expect(footer).toContain('href="/termos"')
  expect(footer.match(/https:\/\/wa\.me\/5548999990000\?text=/g)).toHaveLength(3)
})

test('while somebody hires or pays, the footer has who sells and ways to reach them, and no way elsewhere', () => {
  const footer = renderToStaticMarkup(<Footer company={exampleCompany} isLean />)
  for (const text of [exampleCompany.legalName, exampleCompany.cnpj, '(48) 99999-0000', exampleCompany.email])
    expect(footer).toContain(text)
  expect(footer).toContain(`?text=${encodeURIComponent('Olá! Preciso de ajuda.')}"`)
  expect(footer).not.toContain('/service/')
})
