import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { CONSUMER_LATE_FEE_PERCENT } from '../../../src/core/commitments.ts'
import { formatBRL } from '../../../src/core/money.ts'
import { formatPercent } from '../../../src/core/percent.ts'
import { planCost, release, serviceOf } from '../../../src/modules/catalogue/public.ts'
import { createDeviceCookie } from '../../../src/modules/identity/device-cookie.server.ts'
import { createSessionCookie } from '../../../src/modules/identity/session-cookie.server.ts'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import type { LegalBlock, LegalDocument } from '../../../src/web/copy/legal.ts'
import { cookieRows } from '../../../src/web/copy/privacy/cookies.ts'
import { privacyPolicy } from '../../../src/web/copy/privacy.ts'
import { termsOfUse } from '../../../src/web/copy/terms.ts'
import { cookiesFor } from '../../../src/web/session/cookies.server.ts'

const { consultations, services } = release

const company = companyOf(companySchema.parse({}))
const privacy = privacyPolicy(company)
const terms = termsOfUse(company)
const documents: LegalDocument[] = [privacy, terms]

test('each page identifies the company and its contacts', () => {
  expect(textOf(privacy)).toContain(company.dpoEmail)
  for (const fact of [company.legalName, company.cnpj, company.address]) {
    for (const document of documents) expect(textOf(document)).toContain(fact)
  }
  for (const fact of [company.email, '(48) 99999-0000', company.pixKey, company.lawyer]) {
    expect(textOf(terms)).toContain(fact)
  }
})

test('the policy names every cookie that the code sets, and no other', () => {
  const keys = { signer: createSigner('x'.repeat(32)), secure: false, clock: { now: () => new Date() } }
  const session = createSessionCookie(keys)
  const device = createDeviceCookie(keys)
  const others = Object.values(cookiesFor(keys))
  const set = [session, device, ...others].map(({ name }) => name)
  expect(cookieRows.map(({ name }) => name).sort()).toEqual(set.sort())
})

test('the policy names every cookie name in the code, wherever it is defined', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: inRoot(), exclude: ['src/web/copy/**'] })
  const code = files.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n')
  const names = new Set(code.match(/\brc_[a-z]+\b/g))
  // Only in the team's browsers; the policy is for customers and visitors, to whom the desk does not exist.
  names.delete('rc_painel')
  expect([...names].sort()).toEqual(cookieRows.map(({ name }) => name).sort())
})

test('the policy covers what the law requires', () => {
  const text = textOf(privacy)
  for (const part of [
    'execução de contrato',
    'obrigação legal',
    'legítimo interesse',
    'consentimento',
    'artigo 18',
    '15 dias',
    '5 anos',
    '6 meses',
    'Mercado Pago',
    'ANPD',
    'endereço IP',
  ]) {
    expect(text).toContain(part)
  }
})

test('the terms list every service and look-up at its catalogue price', () => {
  const text = textOf(terms)
  for (const { title, plans } of services) {
    expect(text).toContain(title)
    const cash = plans.filter(({ id, cashPlanId }) => id === cashPlanId)
    for (const { total } of cash) expect(text).toContain(formatBRL(total))
  }
  for (const { title, price } of consultations) {
    expect(text).toContain(title)
    expect(text).toContain(formatBRL(price))
  }
})

test('the terms show an instalment example with total, difference and interest', () => {
  const service = serviceOf('clean-name')
  const dearest = service.plans.toSorted((one, other) => other.total - one.total)[0]
  if (!dearest) throw new Error('a service without plans')
  const { cashPrice, entry, count, total, difference, rate } = planCost(service, dearest)
  const each = formatBRL(dearest.instalments[0] ?? Number.NaN)
  expect(textOf(terms)).toContain(
    `Limpeza de Nome custa ${formatBRL(cashPrice)} à vista. Com entrada de ${formatBRL(entry)} e ${count} parcelas de ${each}, o total é ${formatBRL(total)}. São ${formatBRL(difference.amount)} a mais, ou ${formatPercent(difference.percent)}. Os juros são de ${formatPercent(rate?.percent ?? Number.NaN)} por mês.`,
  )
})

test("the terms state the consumer's rights", () => {
  const text = textOf(terms)
  for (const part of [
    'artigo 49',
    'artigo 101',
    `no máximo ${CONSUMER_LATE_FEE_PERCENT}%`,
    'Procon',
    'consumidor.gov.br',
  ]) {
    expect(text).toContain(part)
  }
})

test('every section has a unique anchor and starts with one sentence', () => {
  for (const { sections } of documents) {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    for (const { id, short } of sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(short, id).toMatch(/^[^.!?]+\.$/)
    }
  }
})

test('sentences are short enough to read aloud', () => {
  for (const document of documents) {
    const lengths = sentencesOf(textOf(document)).map((sentence) => sentence.split(/\s+/).length)
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    expect(mean).toBeLessThan(13)
    const long = sentencesOf(textOf(document)).filter((sentence) => sentence.split(/\s+/).length > 32)
    expect(long).toEqual([])
  }
})

function textOf({ title, lead, sections }: LegalDocument): string {
  const parts = sections.flatMap(({ title, short, blocks }) => [title, short, ...blocks.flatMap(linesOf)])
  return [title, lead, ...parts].join('\n')
}

function linesOf(block: LegalBlock): string[] {
  if (typeof block === 'string') return [block]
  return 'list' in block ? [...block.list] : block.rows.flatMap(({ name, text }) => [name, text])
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;:])\s+|\n/).filter(Boolean)
}
