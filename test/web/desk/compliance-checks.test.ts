import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compliancePage } from '../../../scripts/lib/compliance-page.ts'
import { inRoot } from '../../../scripts/lib/root.ts'
import { CONSUMER_LATE_FEE_PERCENT } from '../../../src/core/commitments.ts'
import { exampleCompany, fictitiousParts } from '../../../src/core/company.ts'
import { keptData } from '../../../src/core/kept-data.ts'
import { release } from '../../../src/modules/catalogue/public.ts'
import { checkShop, checks, type ShopState } from '../../../src/web/desk/compliance/checks.ts'
import { duties } from '../../../src/web/desk/compliance/duties.ts'

const proved = { evidence: 'Relatório, pasta 3', expires: '2026-12-31' }

/** In hundredths of a percent. */
const MAX_LATE_FEE = CONSUMER_LATE_FEE_PERCENT * 100

/** A shop in which nothing remains to be done. */
const fine: ShopState = {
  today: '2026-12-31',
  production: true,
  demo: false,
  publicUrl: 'https://loja.exemplo.com.br',
  company: exampleCompany,
  fictitious: [],
  catalogue: {
    ...release,
    claims: release.claims.map((claim) => ({ ...claim, ...proved })),
    testimonials: release.testimonials.map((said) => ({ ...said, ...proved })),
  },
  channels: { email: true, whatsapp: true },
  provider: { configured: true, signed: true },
  lateFee: MAX_LATE_FEE,
  sealed: true,
  stoppedJobs: ['charges.issue'],
  readableRows: 0,
  approvers: { needed: true, count: 2 },
}

const found = (change: Partial<ShopState>) =>
  Object.fromEntries(
    checkShop({ ...fine, ...change }).flatMap(({ id, findings }) =>
      findings.length > 0 ? [[id, findings.map(({ text, address }) => address ?? text)] as const] : [],
    ),
  )

test('no check finds anything in a shop with nothing left to do', () => {
  expect(found({})).toEqual({})
  expect(checkShop(fine)).toHaveLength(checks.length)
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

test('finds each part of the example company', () => {
  const fictitious = fictitiousParts(exampleCompany)
  expect(fictitious).toHaveLength(9)
  expect(found({ fictitious })).toEqual({
    identity: expect.arrayContaining(['De exemplo: CNPJ (COMPANY_CNPJ)']),
    payee: ['De exemplo: chave Pix (COMPANY_PIX_KEY)'],
    lawyer: ['De exemplo: responsável jurídico (COMPANY_LAWYER)'],
    dpo: ['De exemplo: encarregado de dados (COMPANY_DPO_EMAIL)'],
  })
  expect(found({ fictitious }).identity).toHaveLength(6)
  const own = { ...exampleCompany, legalName: 'Loja Ltda' }
  expect(fictitiousParts(own)).not.toContain('legalName')
})

test('finds claims without or past their evidence where they are edited, and no hidden ones', () => {
  const { claims, testimonials } = fine.catalogue
  const [claim, other, hidden, ...rest] = claims
  const [said, late, gone] = testimonials
  if (!claim || !other || !hidden || !said || !late || !gone) throw new Error('three of each')
  const nothing = { evidence: null, expires: null }
  const yesterday = { expires: '2026-12-30' }
  const catalogue = {
    ...fine.catalogue,
    claims: [
      { ...claim, ...nothing },
      { ...other, ...yesterday },
      { ...hidden, ...nothing, hidden: true },
      ...rest,
    ],
    testimonials: [
      { ...said, ...nothing },
      { ...late, ...yesterday },
      { ...gone, ...yesterday, hidden: true },
    ],
  }
  expect(found({ catalogue })).toEqual({
    claims: ['/painel/catalogo/frase/years'],
    expired: ['/painel/catalogo/frase/clients', '/painel/catalogo/depoimento/2'],
    testimonials: ['/painel/catalogo/depoimento/1'],
  })
  const both = { ...hidden, ...yesterday, hidden: true }
  expect(found({ catalogue: { ...fine.catalogue, claims: [both] } })).toEqual({})
  const secret = { ...said, ...nothing, hidden: true }
  expect(found({ catalogue: { ...fine.catalogue, testimonials: [secret] } })).toEqual({})
})

test('no text offers credit that nobody checks', () => {
  const [service, ...services] = fine.catalogue.services
  const [claim, ...claims] = fine.catalogue.claims
  if (!service || !claim) throw new Error('one of each')
  const words = { ...service, features: ['Crédito SEM CONSULTA ao SPC'] }
  const said = { ...claim, text: 'empréstimo sem consulta' }
  const shown = { ...fine.catalogue, services: [words, ...services], claims: [said, ...claims] }
  expect(found({ catalogue: shown })).toEqual({
    'credit-words': ['/painel/catalogo/servico/clean-name', '/painel/catalogo/frase/years'],
  })
  const unseen = {
    ...fine.catalogue,
    services: [{ ...words, hidden: true as const }, ...services],
    claims: [{ ...said, hidden: true }, ...claims],
  }
  expect(found({ catalogue: unseen })).toEqual({})
})

test.each([
  ['late-fee', { lateFee: MAX_LATE_FEE + 1 }, [`A multa é de ${CONSUMER_LATE_FEE_PERCENT},01%`]],
  ['confirmation', { channels: { email: false, whatsapp: true } }, ['Nenhum e-mail sai: fica guardado aqui']],
  ['demonstration', { demo: true }, ['Os pagamentos são de um simulador']],
  ['provider', { provider: { configured: false, signed: false } }, ['Nenhum provedor de pagamentos']],
  ['provider', { provider: { configured: true, signed: false } }, ['O provedor não assina os seus avisos']],
  ['transport', { publicUrl: 'http://loja' }, ['A loja está em http://loja']],
  ['sealed', { readableRows: 1_200 }, ['/painel/operacao']],
  ['retention', { stoppedJobs: ['identity.sweep'] }, ['/painel/operacao']],
  ['refunds', { approvers: { needed: true, count: 1 } }, ['/painel/equipe']],
] as [string, Partial<ShopState>, string[]][])('finds %s', (id, change, texts) => {
  expect(found(change)).toEqual({ [id]: texts })
})

test('finds each stopped job that deletes expired data, and no other job', () => {
  const jobs = Object.values(keptData).flatMap(({ jobs }): readonly string[] => jobs)
  expect(jobs.filter((job) => found({ stoppedJobs: [job] }).retention === undefined)).toEqual([])
  expect(found({ stoppedJobs: ['charges.issue'] })).toEqual({})
})

test('reports a program outside production; requires a second person only where approval is configured', () => {
  expect(found({ production: false }).demonstration?.[0]).toContain('não está em produção')
  expect(found({ approvers: { needed: false, count: 1 } })).toEqual({})
})

test('a promise of WhatsApp binds while look-ups are sold', () => {
  const channels = { email: true, whatsapp: false }
  expect(Object.keys(found({ channels }))).toEqual(['whatsapp'])
  const consultations = release.consultations.map((look) => ({ ...look, hidden: true as const }))
  expect(found({ channels, catalogue: { ...fine.catalogue, consultations } })).toEqual({})
})

test('docs/conformidade.md is up to date: otherwise run node scripts/compliance-page.ts', () => {
  expect(readFileSync(inRoot('docs/conformidade.md'), 'utf8')).toBe(compliancePage())
})

test('the list has every article that a credit recovery shop must keep, with its place and a test', () => {
  const laws = duties.map(({ law }) => law).join('; ')
  for (const law of [
    ...[
      'artigos 6º, III, e 31',
      'artigo 42;',
      '42-A',
      'artigo 43',
      'artigo 49',
      'artigo 51',
      'artigo 52',
      'artigo 53',
    ],
    ...[
      'artigo 54,',
      '54-B',
      '54-C',
      '54-D',
      'Lei 14.181/2021',
      'Decreto 7.962/2013, artigo 2º',
      'artigo 4º',
      'artigo 5º',
    ],
    ...[
      'LGPD, artigo 8º',
      'artigos 6º e 9º',
      'LGPD, artigos 18 e 19',
      'LGPD, artigo 20',
      'Marco Civil',
      'LBI',
    ],
  ])
    expect(laws).toContain(law)
  const known = new Set(checks.map(({ id }) => id))
  for (const { law, asks, met, tests, check } of duties) {
    expect(
      [law, asks, met].every((text) => text.length > 3),
      law,
    ).toBe(true)
    expect(tests.length, law).toBeGreaterThan(0)
    for (const { file, title } of tests) {
      expect(existsSync(inRoot(file)), file).toBe(true)
      expect(title.length).toBeGreaterThan(10)
    }
    if (check !== undefined) expect(known).toContain(check)
  }
})
