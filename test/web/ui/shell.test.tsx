import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Footer } from '../../../src/web/ui/footer.tsx'
import { Header } from '../../../src/web/ui/header.tsx'

const company = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua do Exemplo, 100, Centro, Florianópolis/SC',
  phone: '+5548999990000',
  email: 'contato@exemplo.com.br',
  instagram: 'https://www.instagram.com/exemplo',
}

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

test('the mobile menu opens without a script', () => {
  expect(renderToStaticMarkup(<Header path="/" viewer={null} />)).toMatch(
    /<details[^>]*data-menu[^>]*><summary>/,
  )
})

test('a service page marks Serviços as current', () => {
  const header = renderToStaticMarkup(<Header path="/service/clean-name" viewer={null} />)
  expect(header).toMatch(/<a href="\/services" aria-current="page">/)
})

test('the footer identifies the company and its contacts', () => {
  const footer = renderToStaticMarkup(<Footer company={company} />)
  for (const text of [company.legalName, company.cnpj, company.address, '(48) 99999-0000', company.email]) {
    expect(footer).toContain(text)
  }
  expect(footer).toContain('8h às 18h')
  expect(footer).toContain(company.instagram)
  for (const href of ['/service/clean-name', '/service/credit-rating', '/service/bacen-clean', '/tracking']) {
    expect(footer).toContain(`href="${href}"`)
  }
  expect(footer).toContain('href="/privacidade"')
  expect(footer).toContain('href="/termos"')
  expect(footer.match(/https:\/\/wa\.me\/5548999990000\?text=/g)).toHaveLength(3)
})
