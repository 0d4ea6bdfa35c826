import { expect, test } from 'vitest'
import { asHtml } from '../../../src/modules/notifications/domain/html.ts'
import { linksIn } from '../../../src/modules/notifications/domain/links.ts'
import { channelNames, messageStatuses } from '../../../src/modules/notifications/domain/message.ts'
import { redactSecrets } from '../../../src/modules/notifications/domain/redact-secrets.ts'
import { withSignature } from '../../../src/modules/notifications/domain/signature.ts'

const site = 'https://recomeco.example'
const body = (html: string) => html.split('\n').slice(5, -1).join('\n')

test('a text becomes paragraphs and lines, everything escaped', () => {
  const html = asHtml({
    subject: 'A & B',
    text: 'Olá, <b>"Ana"</b> d\'Água & Bia\nlinha\n\n\nfim',
    links: [],
  })
  expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8">\n/)
  expect(html).toContain('<title>A &amp; B</title></head>')
  expect(html).toMatch(/<\/body><\/html>$/)
  expect(body(html)).toBe(
    '<p>Olá, &lt;b&gt;&quot;Ana&quot;&lt;/b&gt; d&#39;Água &amp; Bia<br>\nlinha</p>\n<p>fim</p>',
  )
})

test('only the given links can be clicked, each as often as it stands there and whole', () => {
  const links = [`${site}/a`, `${site}/a/b?x=1&y=2`, `${site}/z`]
  const text = `1 ${site}/a 2 ${site}/a/b?x=1&y=2 3 ${site}/a 4 https://outro.example`
  expect(body(asHtml({ subject: 's', text, links }))).toBe(
    `<p>1 <a href="${site}/a">${site}/a</a> 2 ` +
      `<a href="${site}/a/b?x=1&amp;y=2">${site}/a/b?x=1&amp;y=2</a> 3 ` +
      `<a href="${site}/a">${site}/a</a> 4 https://outro.example</p>`,
  )
  expect(body(asHtml({ subject: 's', text: `${site}/a`, links }))).toBe(
    `<p><a href="${site}/a">${site}/a</a></p>`,
  )
})

test('links are those of this site, each once, without the punctuation that follows', () => {
  const text = `Veja ${site}/a. Ou (${site}/b?x=1), ${site}/a! e https://recomeco.example.outro/c http://recomeco.example/d "${site}/e"`
  expect(linksIn(text, `${site}/`)).toEqual([`${site}/a`, `${site}/b?x=1`, `${site}/e`])
  expect(linksIn(`${site}/x.]})...`, site)).toEqual([`${site}/x`])
  expect(linksIn('nada aqui', site)).toEqual([])
  expect(linksIn('https://[ruim', site)).toEqual([])
})

const sender = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua das Flores, 10',
  phone: '+5548999991234',
  email: 'oi@exemplo.com.br',
}

test('a message says who writes: in one line by WhatsApp, in full by e-mail', () => {
  expect(withSignature(' Olá. \n', 'whatsapp', sender)).toBe(
    'Olá.\n\nEmpresa Exemplo Ltda, CNPJ 12.ABC.345/01DE-35',
  )
  expect(withSignature(' Olá. \n', 'email', sender).split('\n')).toEqual([
    'Olá.',
    '',
    '-- ',
    'Empresa Exemplo Ltda',
    'CNPJ 12.ABC.345/01DE-35',
    'Rua das Flores, 10',
    'Atendimento: (48) 99999-1234 (telefone e WhatsApp) · oi@exemplo.com.br',
    'Nunca pedimos senha, código nem a sua conta gov.br. Em caso de dúvida, entre pelo nosso site.',
  ])
})

test('a text loses the secrets of its links and keeps ids and everything else', () => {
  const secret = 'a'.repeat(24)
  const id = '019365B0-6f9e-7c43-8d4e-0a1b2c3d4e5f'
  expect(redactSecrets(`Abra ${site}/s/${secret} e http://x/p?t=${secret}.Z~%-9&u=1 ou ${secret}`)).toBe(
    `Abra ${site}/s/… e http://x/p?t=…&u=1 ou ${secret}`,
  )
  expect(redactSecrets(`${site}/s/${'a'.repeat(23)} ${site}/pedidos/${id}/${secret}`)).toBe(
    `${site}/s/${'a'.repeat(23)} ${site}/pedidos/${id}/…`,
  )
  expect(redactSecrets(`${site}/x${id} ${site}/${id}x`)).toBe(`${site}/… ${site}/…`)
})

test('the channels, and what becomes of a message', () => {
  expect(channelNames).toEqual(['email', 'whatsapp'])
  expect(messageStatuses).toEqual(['queued', 'sent', 'failed', 'kept', 'dropped'])
})
