import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatBRL } from '../../../src/core/money.ts'
import { differenceToCash, planHeadline, serviceOf } from '../../../src/modules/catalogue/public.ts'
import { HiringSection } from '../../../src/web/ui/hiring/hiring-section.tsx'

const service = serviceOf('clean-name')
const guest = { signedIn: false, prefill: { name: '', cpf: '', phone: '' } }

test('every plan shows its total cost and its difference to the cash price', () => {
  const section = renderToStaticMarkup(<HiringSection service={service} state={guest} />).replaceAll(
    '\u00a0',
    ' ',
  )
  for (const plan of service.plans) {
    const more = differenceToCash(service, plan).amount
    for (const text of [
      planHeadline(plan),
      formatBRL(plan.total),
      more > 0 ? `${formatBRL(more)} a mais que o preço à vista` : 'menor preço',
    ]) {
      expect(section).toContain(text.replaceAll('\u00a0', ' '))
    }
  }
  expect(section).toContain('Mais Popular')
  expect(section.match(/type="radio"/g)).toHaveLength(4)
})

test('no plan is the cheapest where two cost the same', () => {
  const section = renderToStaticMarkup(
    <HiringSection service={serviceOf('cnh-rehabilitation')} state={guest} />,
  )
  expect(section).not.toContain('menor preço')
  expect(section).toContain('mesmo preço do à vista')
})

test('without a chosen plan the dialog is closed and no radio is ticked', () => {
  const section = renderToStaticMarkup(<HiringSection service={service} state={guest} />)
  expect(section).not.toContain('open=""')
  expect(section).not.toContain('checked=""')
})

test('the URL of a plan opens the dialog with that plan and the profile data', () => {
  const section = renderToStaticMarkup(
    <HiringSection
      service={service}
      state={{
        chosen: 'semanal-20x',
        open: true,
        signedIn: true,
        prefill: { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
      }}
    />,
  )
  expect(section).toContain('open=""')
  expect(section).toContain('<input type="hidden" name="plan" value="semanal-20x"/>')
  expect(section).toMatch(/data-plan-summary="semanal-20x">/)
  expect(section).toMatch(/data-plan-summary="a-vista" hidden=""/)
  for (const value of ['Ana Souza', '529.982.247-25', '(48) 99999-1234']) {
    expect(section).toContain(`value="${value}"`)
  }
})

test('a refused field shows its message, with the plan still chosen', () => {
  const section = renderToStaticMarkup(
    <HiringSection
      service={service}
      state={guest}
      failure={{
        errors: { cpf: 'CPF inválido' },
        values: { plan: 'mensal-12x', name: 'Ana', cpf: '123.456.789-00', phone: '' },
      }}
    />,
  )
  expect(section).toContain('open=""')
  expect(section).toMatch(/id="cpf-erro"[^>]*>CPF inválido/)
  expect(section).toContain('value="123.456.789-00"')
  expect(section).toMatch(/data-plan-summary="mensal-12x">/)
})
