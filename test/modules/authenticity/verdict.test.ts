import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Disguise, skeletonOf } from '../../../src/modules/authenticity/domain/lookalike.ts'
import {
  MAX_RECEIVED_LENGTH,
  type ReceivedItem,
  readReceivedItem,
} from '../../../src/modules/authenticity/domain/received-item.ts'
import {
  type CompanyFacts,
  judge,
  type Reason,
  verdictOf,
} from '../../../src/modules/authenticity/domain/verdict.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { minProcessorTime } from '../../support/processor-time.ts'

const ours: CompanyFacts = {
  publicUrl: 'https://recomeco.com.br',
  siteName: 'Recomeço',
  phone: '+5548999990000',
  emails: ['contato@recomeco.com.br', 'privacidade@recomeco.com.br'],
  pixKey: 'financeiro@recomeco.com.br',
  cnpj: '12.ABC.345/01DE-35',
  instagram: 'https://www.instagram.com/recomeco',
}
const check = (text: string, isOwnCode = false, company = ours) =>
  judge(readReceivedItem(text), company, isOwnCode)

describe('addresses and numbers of ours, however they are copied', () => {
  test.each<[string, Reason]>([
    ['https://recomeco.com.br', 'our_site'],
    ['http://recomeco.com.br/', 'our_site'],
    ['recomeco.com.br', 'our_site'],
    ['RECOMECO.COM.BR', 'our_site'],
    ['Recomeco.com.br.', 'our_site'],
    ['  recomeco.com.br \n', 'our_site'],
    ['recomeco . com . br', 'our_site'],
    ['"https://recomeco.com.br/service/clean-name?plano=a-vista#contratar",', 'our_site'],
    ['https://recomeco.com.br:443/auth', 'our_site'],
    ['https:\\\\recomeco.com.br\\auth', 'our_site'],
    ['https://recomeco.com.br/\\@pagar.top', 'our_site'],
    ['contato@recomeco.com.br', 'our_email'],
    ['mailto:Contato@Recomeco.com.br', 'our_email'],
    ['privacidade@recomeco.com.br.', 'our_email'],
    ['financeiro@recomeco.com.br', 'our_pix_key'],
    ['(48) 99999-0000', 'our_phone'],
    ['+55 48 99999 0000', 'our_phone'],
    ['\u202a+55 48 99999\u20110000\u202c'.replace('\u2011', '-'), 'our_phone'],
    ['048999990000', 'our_phone'],
    ['４８９９９９９００００', 'our_phone'],
    ['https://wa.me/5548999990000?text=Ol%C3%A1', 'our_phone'],
    ['https://api.whatsapp.com/send?phone=5548999990000&text=oi', 'our_phone'],
    ['wa.me/+5548999990000/', 'our_phone'],
    ['https://web.whatsapp.com/send/?text=oi&phone=%2B5548999990000', 'our_phone'],
    ['tel:+5548999990000', 'our_phone'],
    ['12.abc.345/01de-35', 'our_cnpj'],
    ['12ABC34501DE35', 'our_cnpj'],
    ['@recomeco', 'our_instagram'],
    ['https://instagram.com/Recomeco/', 'our_instagram'],
    ['https://www.instagram.com/recomeco?igsh=abc&utm_source=qr', 'our_instagram'],
  ])('%j is %s', (text, reason) => {
    expect(check(text)).toMatchObject({ verdict: 'ours', reason, disguises: [] })
  })
})

describe('addresses that imitate ours', () => {
  test.each<[string, string, Disguise[]]>([
    ['https://recomeco.com.br.pagar.top/pix', 'recomeco.com.br.pagar.top', ['subdomain', 'similar_name']],
    ['recomeco.com.br .pagar.top', 'recomeco.com.br.pagar.top', ['subdomain', 'similar_name']],
    ['https://recomeco.com.br@pagar.top/', 'pagar.top', ['user_info']],
    ['https://recomeco.com.br:443@pagar.top/', 'pagar.top', ['user_info']],
    ['https://pagar.top\\@recomeco.com.br', 'pagar.top', ['user_info', 'path']],
    ['https://pagar.top/recomeco.com.br/entrar', 'pagar.top', ['path']],
    ['https://pagar.top/%72ecomeco.com.br', 'pagar.top', ['path']],
    ['pagar.top?u=recomeco.com.br', 'pagar.top', ['path']],
    ['https://recomeço.com.br', 'xn--recomeo-zxa.com.br', ['foreign_letters', 'similar_name']],
    ['https://xn--recomeo-zxa.com.br', 'xn--recomeo-zxa.com.br', ['foreign_letters', 'similar_name']],
    // The second letter is Cyrillic.
    ['https://r\u0435comeco.com.br', 'xn--rcomeco-7gg.com.br', ['foreign_letters', 'similar_name']],
    ['recomec0.com.br', 'recomec0.com.br', ['similar_name']],
    ['recorneco.com.br', 'recorneco.com.br', ['similar_name']],
    ['recomecco.com.br', 'recomecco.com.br', ['similar_name']],
    ['recmoeco.com.br', 'recmoeco.com.br', ['similar_name']],
    ['re-comeco.com.br', 're-comeco.com.br', ['similar_name']],
    ['recomeco.com', 'recomeco.com', ['similar_name']],
    ['recomeco-pagamentos.com.br', 'recomeco-pagamentos.com.br', ['similar_name']],
    ['recomeco-com-br.top', 'recomeco-com-br.top', ['similar_name']],
    ['comrecomeco.com.br', 'comrecomeco.com.br', ['similar_name']],
    ['http://203.0.113.9/recomeco.com.br', '203.0.113.9', ['path']],
    ['http://0xCB007109/', '203.0.113.9', []],
    ['https://bit.ly/abc', 'bit.ly', []],
    ['https://ｐａｇａｒ.top', 'pagar.top', ['hidden_characters']],
    ['https://pagar.top/RECOMECO.com.br', 'pagar.top', ['path']],
    ['https://pagar.top/%zz/RECOMECO.com.br', 'pagar.top', ['path']],
    ['pagar.top/http://recomeco.com.br', 'pagar.top', ['path']],
    ['https://pagar.top../x', 'pagar.top', []],
    // One letter replaced, one omitted.
    ['recomaco.com.br', 'recomaco.com.br', ['similar_name']],
    ['recomco.com.br', 'recomco.com.br', ['similar_name']],
    // Two letters differ.
    ['xrcomeco.top', 'xrcomeco.top', []],
    ['recxxeco.top', 'recxxeco.top', []],
    ['recmxeco.top', 'recmxeco.top', []],
    ['pagament.top', 'pagament.top', []],
  ])('%j is not ours, and leads to %s', (text, leadsTo, disguises) => {
    expect(check(text)).toMatchObject({ verdict: 'not_ours', reason: 'other_site', leadsTo, disguises })
  })

  test.each<[string, Reason]>([
    ['ｒｅｃｏｍｅｃｏ.com.br', 'disguised_site'],
    ['recomeco。com。br', 'disguised_site'],
    ['reco\u200bmeco.com.br', 'disguised_site'],
    ['\u202ehttps://recomeco.com.br', 'disguised_site'],
    ['https://reco%6Deco.com.br', 'disguised_site'],
    ['https://pagar.top@recomeco.com.br', 'disguised_site'],
    ['https://recomeco.com.br\\@pagar.top', 'disguised_site'],
    ['recomeco.com.br\\entrar@pagar.top/pix', 'disguised_site'],
    ['pix.recomeco.com.br', 'unused_site'],
    ['https://recomeco.com.br:8080', 'unused_site'],
    ['https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=1', 'payment_partner'],
    ['mercadopago.com', 'payment_partner'],
    ['https://mpago.la/1abc', 'payment_partner'],
    ['https://mpago.li/1abc', 'payment_partner'],
  ])('%j is not called ours: %s', (text, reason) => {
    expect(check(text)).toMatchObject({ verdict: 'unknown', reason })
  })

  test('reports disguises where they matter', () => {
    expect(check('https://pagar.top@recomeco.com.br').disguises).toEqual(['user_info'])
    expect(check('pix.recomeco.com.br').disguises).toEqual([])
    expect(check('c\u043entato@recomeco.com.br').disguises).toEqual(['hidden_characters'])
  })

  test('another port of our host is not ours', () => {
    const withPort = { ...ours, publicUrl: 'https://recomeco.com.br:8443' }
    for (const text of ['https://recomeco.com.br:8443/auth', 'recomeco.com.br'])
      expect(check(text, false, withPort).reason).toBe('our_site')
    expect(check('recomeco.com.br:8080', false, withPort).reason).toBe('unused_site')
  })

  test('identifies a partner by its domain, not by an ending of the same letters', () => {
    expect(check('https://nao-mercadopago.com.br').reason).toBe('other_site')
    expect(check('https://mercadopago.com.br.pagar.top').reason).toBe('other_site')
  })

  test('recognizes a site with an accent in its name, as written and as encoded', () => {
    const accented = { ...ours, publicUrl: 'https://recomeço.com.br' }
    for (const text of ['recomeço.com.br', 'https://xn--recomeo-zxa.com.br'])
      expect(check(text, false, accented).reason).toBe('our_site')
    expect(check('recomeco.com.br', false, accented)).toMatchObject({
      reason: 'other_site',
      disguises: ['similar_name'],
    })
  })
})

test('names the site also when its address is another', () => {
  const elsewhere = { ...ours, publicUrl: 'https://credito.exemplo.com.br' }
  expect(check('https://recomeco-pagar.top', false, elsewhere).disguises).toEqual(['similar_name'])
})

test.each<[string, string, string, Disguise[]]>([
  [
    'the first of the longest labels',
    'https://credito.exemplo.com.br',
    'credito-pagar.top',
    ['similar_name'],
  ],
  ['no other label', 'https://credito.exemplo.com.br', 'exemplo-pagar.top', []],
  ['the longest label', 'https://www.creditos.loja1', 'creditos-pagar.top', ['similar_name']],
  ['no number of an address', 'http://[2001:db8::1]', 'http://[2001:db8::2]/', []],
])('the name taken from a host is %s: %s', (_name, publicUrl, text, disguises) => {
  expect(check(text, false, { ...ours, publicUrl })).toMatchObject({ reason: 'other_site', disguises })
})

test('a site name of three letters is not searched for in other addresses', () => {
  const named = (siteName: string) => ({ ...ours, publicUrl: 'https://credito.exemplo.com.br', siteName })
  expect(check('real-pagar.top', false, named('Real')).disguises).toEqual(['similar_name'])
  expect(check('tim-pagar.top', false, named('Tim')).disguises).toEqual([])
})

test.each([
  'https://api.whatsapp.com/send?phone=5548999990001&phone=5548999990000',
  'https://api.whatsapp.com/send?phone=5548999990000&phone=5548999990001',
  'https://wa.me/5548999990000/../5548999990001',
  'https://wa.me/5548999990000x',
  'https://wa.me/55489999/90000',
  'https://pagar.top/wa.me/5548999990000',
])('%s does not open a chat with our number alone', (text) => {
  expect(check(text).verdict).not.toBe('ours')
})

describe('keys, numbers and addresses of others', () => {
  test.each<[string, Reason]>([
    ['contato@recomeco.com.br.pagar.top', 'other_email'],
    ['contato@rec0meco.com.br', 'other_email'],
    ['c\u043entato@recomeco.com.br', 'other_email'],
    ['contato@ｒecomeco.com.br', 'other_email'],
    ['recomeco.com.br@pagar.top', 'other_email'],
    ['cobranca@recomeco.com.br', 'unused_email'],
    ['(48) 99999-0001', 'other_phone'],
    ['0800 123 4567', 'other_phone'],
    ['+1 202 555 0100', 'other_phone'],
    ['https://wa.me/5548999990001', 'other_phone'],
    ['529.982.247-25', 'cpf'],
    ['52998224725', 'cpf'],
    ['11.222.333/0001-81', 'other_cnpj'],
    ['123e4567-e12b-12d1-a456-426655440000', 'other_key'],
    ['@recomeco_oficial', 'other_instagram'],
    ['https://instagram.com/recomeco.pix', 'other_instagram'],
  ])('%j is not ours: %s', (text, reason) => {
    expect(check(text)).toMatchObject({ verdict: verdictOf[reason], reason })
    expect(verdictOf[reason]).not.toBe('ours')
  })

  test('an address at a public mail provider is ours only if it is exactly ours', () => {
    const shared = { ...ours, emails: ['recomeco@gmail.com'] }
    expect(check('recomeco@gmail.com', false, shared).reason).toBe('our_email')
    expect(check('recomeco.pix@gmail.com', false, shared).reason).toBe('other_email')
  })

  test('compares addresses without regard to case, at all our domains', () => {
    const two = { ...ours, emails: ['Contato@Recomeco.com.br', 'ajuda@Correio.exemplo.br'] }
    expect(check('contato@recomeco.com.br', false, two).reason).toBe('our_email')
    expect(check('cobranca@correio.exemplo.br', false, two).reason).toBe('unused_email')
    expect(check('cobranca@recomeco.com.br', false, { ...ours, emails: [] }).reason).toBe('unused_email')
  })

  test('compares an address that is a Pix key with its punctuation', () => {
    expect(check('finan-ceiro@recomeco.com.br').reason).toBe('unused_email')
  })

  test('compares our profile’s name without regard to case', () => {
    const instagram = 'https://www.instagram.com/Recomeco'
    expect(check('@recomeco', false, { ...ours, instagram }).reason).toBe('our_instagram')
  })

  test.each([
    ['Financeiro@Recomeco.com.br', 'financeiro@recomeco.com.br'],
    ['(48) 98888-7777', '48988887777'],
    ['+5548988887777', '(48) 98888-7777'],
    ['52998224725', '529.982.247-25'],
    ['11.222.333/0001-81', '11222333000181'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('recognizes the key %s as ours also as %s', (pixKey, text) => {
    expect(check(text, false, { ...ours, pixKey }).reason).toBe('our_pix_key')
  })
})

describe('Pix codes', () => {
  const codeFor = (key: string) =>
    buildBrCode({ key, merchantName: 'Fulano de Tal', city: 'Brasilia', amount: 40_000, txid: 'ABC123' })

  test('a code of ours is ours, also with line breaks and spaces', () => {
    const code = codeFor('outra@exemplo.com.br')
    expect(check(code, true).reason).toBe('our_code')
    const broken = `  ${code.slice(0, 40)}\r\n${code.slice(40)}\n`
    expect(readReceivedItem(broken)).toMatchObject({ kind: 'pix_code', code })
  })

  test('a code of somebody else is not ours, and names its receiver', () => {
    expect(check(codeFor('outra@exemplo.com.br'))).toMatchObject({
      verdict: 'not_ours',
      reason: 'other_code',
      contents: { receiver: 'Fulano de Tal', key: 'outra@exemplo.com.br', amount: 40_000 },
    })
  })

  test('a code with our key that we did not create is not called ours', () => {
    expect(check(codeFor(ours.pixKey))).toMatchObject({ verdict: 'unknown', reason: 'code_with_our_key' })
  })

  test('a code that was cut off or changed is not judged', () => {
    const code = codeFor('outra@exemplo.com.br')
    for (const damaged of [code.slice(0, -1), code.slice(0, 60), code.replace('400.00', '4000.0')])
      expect(check(damaged, true)).toMatchObject({ verdict: 'unknown', reason: 'damaged_code' })
  })
})

describe('detecting the kind of a text', () => {
  const unreadable: ReceivedItem = { kind: 'unreadable' }
  const phone = (number: string): ReceivedItem => ({ kind: 'phone', number })
  const randomKey: ReceivedItem = { kind: 'random_key', key: '123e4567-e12b-12d1-a456-426655440000' }
  const damaged = (code: string): ReceivedItem => ({ kind: 'pix_code', code, read: undefined })
  const instagram: ReceivedItem = { kind: 'instagram', name: 'recomeco' }

  test.each<[string, ReceivedItem]>([
    [' 00020101', damaged('00020101')],
    ['Pague: 00020126br.gov.bcb.pix', damaged('00020126br.gov.bcb.pix')],
    ['0014BR.GOV.BCB.PIX', damaged('0014BR.GOV.BCB.PIX')],
    ['Pague: 00020101', unreadable],
    ['\u202a "@recomeco" \u202c', instagram],
    ['("@recomeco")', instagram],
    ['@recomeço', unreadable],
    ['reco<meco.com.br', unreadable],
    ['123E4567-E12B-12D1-A456-426655440000', randomKey],
    ['x123e4567-e12b-12d1-a456-426655440000', unreadable],
    ['123e4567-e12b-12d1-a456-426655440000x', unreadable],
    ['1529.982.247-25', phone('+152998224725')],
    ['529.982.247-251', phone('+529982247251')],
    ['+tel:5548999990000', unreadable],
    ['48 99999 0000 ramal 2', unreadable],
    ['+55 48.999.990.000', phone('+5548999990000')],
    ['48.999.99.0000', phone('+5548999990000')],
    ['1234567', unreadable],
    ['12345678', phone('+12345678')],
    ['123456789012345', phone('+123456789012345')],
    ['1234567890123456', unreadable],
    ['wa.me/5548999990000?u=https://pagar.top', phone('+5548999990000')],
    ['api.whatsapp.com/send?phone=%20%2B5548999990000', phone('+5548999990000')],
    ['oi/a.b', unreadable],
    ['./x', unreadable],
  ])('%j', (text, received) => {
    expect(readReceivedItem(text)).toEqual(received)
  })

  test.each<[string, string, string]>([
    ['https://api.whatsapp.com/other?phone=5548999990000', 'api.whatsapp.com', '/other?phone=5548999990000'],
    ['https://pagar.top/send?phone=5548999990000', 'pagar.top', '/send?phone=5548999990000'],
    ['xapi.whatsapp.com/send?phone=5548999990000', 'xapi.whatsapp.com', '/send?phone=5548999990000'],
    ['api.whatsapp.com.br/send?phone=5548999990000', 'api.whatsapp.com.br', '/send?phone=5548999990000'],
    ['api.whatsapp.com/x/send?phone=5548999990000', 'api.whatsapp.com', '/x/send?phone=5548999990000'],
    ['api.whatsapp.com/sendx?phone=5548999990000', 'api.whatsapp.com', '/sendx?phone=5548999990000'],
    ['wa.me/x5548999990000', 'wa.me', '/x5548999990000'],
    ['wa.me/5548999990000-1', 'wa.me', '/5548999990000-1'],
    ['wa.me/-5548999990000', 'wa.me', '/-5548999990000'],
    ['xinstagram.com/recomeco', 'xinstagram.com', '/recomeco'],
    ['instagram.com/recomeco/p/1', 'instagram.com', '/recomeco/p/1'],
    ['xmailto:a@pagar.top', 'pagar.top', '/'],
    ['a@pagar.top/x', 'pagar.top', '/x'],
    ['pagar.top/x...', 'pagar.top', '/x'],
    ['pagar.tophttp://%41', 'pagar.tophttp', '//a'],
  ])('detects %j as a site', (text, host, path) => {
    expect(readReceivedItem(text)).toMatchObject({ kind: 'site', host, path, disguised: false })
  })

  test('does not read a text of 2000 characters or more, whose end may have been cut off', () => {
    const number = '48 99999-0000'
    expect(readReceivedItem(number.padEnd(1_999))).toEqual(phone('+5548999990000'))
    expect(readReceivedItem(number.padEnd(2_000))).toEqual(unreadable)
    expect(readReceivedItem(`${number.padEnd(2_000)}https://golpe.top`)).toEqual(unreadable)
  })
})

describe('any text', () => {
  const pieces = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.constantFrom(
      'recomeco.com.br',
      'https://',
      '@',
      '%',
      '/',
      '\\',
      '.',
      '000201',
      'br.gov.bcb.pix',
      'xn--',
      '\u202e',
      '+55',
      '[::1]',
    ),
  )
  const anything = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))

  test('gets one of the three verdicts', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(['ours', 'not_ours', 'unknown']).toContain(check(text).verdict)
      }),
      { numRuns: 500 },
    )
  })

  test('is our site only if a browser opens our host', () => {
    const around = fc.array(pieces, { maxLength: 2 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = `${before}recomeco.com.br${after}`
        if (check(text).reason !== 'our_site') return
        const plain = text.replace(/[\s"'<>()[\]]/g, '')
        const address = /^https?:/i.test(plain) ? plain : `https://${plain}`
        expect(new URL(address).hostname.replace(/\.+$/, '')).toBe('recomeco.com.br')
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    'https://recomeco.com.br/ https://golpe.top/pagar',
    'https://recomeco.com.br/\nhttps://golpe.top/pagar',
    'recomeco.com.br/pagar\n\n(golpe.top/pagar).',
    'https://recomeco.com.br/?x= depois pague em golpe。top',
    'https://recomeco.com.br/\u00a0pix@golpe.top',
    'https://api.whatsapp.com/send?phone=5548999990000&text=oi\nhttps://golpe.top',
    'https://www.instagram.com/recomeco? golpe.top',
  ])('with another address after ours is not called ours: %j', (text) => {
    expect(check(text)).toMatchObject({ verdict: 'unknown', reason: 'unreadable' })
  })

  test.each([
    'https://recomeco.com.br/ Pague no Pix 11 98888-7777',
    'https://recomeco.com.br/\nenvie para a chave 529.982.247-25',
    'recomeco.com.br\n#chave Pix 11988887777',
    'recomeco.com.br /pague a Fulano',
    'https://recomeco.com.br/ http://185.1.2.3/pagar',
    'https://recomeco.com.br/ //golpe.top',
    'https://recomeco.com.br/"https://golpe.top',
    'https://recomeco.com.br/|https://golpe.top/pagar',
    'https://recomeco.com.br/>golpe.top',
    'https://www.instagram.com/recomeco? Pague no Pix 11 98888-7777',
    'https://wa.me/5548999990000? Pague no Pix 11 98888-7777',
    `https://recomeco.com.br/${' '.repeat(2_000)}https://golpe.top`,
  ])('with anything else after a link of ours is not called ours: %j', (text) => {
    expect(check(text)).toMatchObject({ verdict: 'unknown', reason: 'unreadable' })
  })

  test('with another address or key before a code of ours is not called ours', () => {
    const code = buildBrCode({ key: ours.pixKey, merchantName: 'Fulano', city: 'Brasilia', txid: 'ABC123' })
    const others = [
      'https://golpe.top/',
      'http://185.1.2.3',
      'pix@golpe.top',
      'golpe.top',
      'chave 11 98888-7777,',
    ]
    for (const other of others) {
      expect(check(`${other} ou ${code}`, true)).toMatchObject({ verdict: 'unknown', reason: 'unreadable' })
    }
    expect(check(`Pix copia e cola de R$ 400,00: ${code}`, true)).toMatchObject({ reason: 'our_code' })
  })

  test('with our host at its beginning and another at its end is never called ours', () => {
    const other = fc.stringMatching(/^[a-z]{3,12}\.(?:top|com|xyz|br)$/)
    const joint = fc.constantFrom('.', '@', '-', '.%2e', ':443@', '\u3002')
    fc.assert(
      fc.property(joint, other, (between, host) => {
        expect(check(`https://recomeco.com.br${between}${host}`).verdict).not.toBe('ours')
      }),
    )
  })

  test('is read at once, however long', async () => {
    const pieces = ['a.', '@', '9', '000201', 'xn--a.', '<', '%41', ' ', 'a/ ']
    const longest = (piece: string) => piece.repeat(MAX_RECEIVED_LENGTH).slice(0, MAX_RECEIVED_LENGTH - 1)
    const ms = await minProcessorTime(1_000, () => pieces.map((piece) => check(longest(piece))))
    expect(ms).toBeLessThan(1_000)
    expect(readReceivedItem('9'.repeat(MAX_RECEIVED_LENGTH * 2)).kind).toBe('unreadable')
  })

  test.each([
    '',
    '   ',
    'oi',
    'R$ 400,00',
    'javascript:alert(1)',
    'data:text/html,x',
    '://',
    'https://',
    '.',
    '@',
    '12345',
  ])('does not recognize %j', (text) => {
    expect(check(text)).toMatchObject({ verdict: 'unknown', reason: 'unreadable' })
  })
})

test('texts that look alike have one skeleton', () => {
  for (const text of [
    'recomeço',
    'REC0MEC0',
    're-co-me-co',
    'recorneco',
    'r\u0435c\u043em\u0435\u0441\u043e',
  ])
    expect(skeletonOf(text)).toBe(skeletonOf('recomeco'))
  expect(skeletonOf('VVork')).toBe('work')
  expect(skeletonOf('serasa')).not.toBe(skeletonOf('recomeco'))
})
