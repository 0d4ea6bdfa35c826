import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MAX_EMAIL_LENGTH } from '../../../src/core/email.ts'
import { NAME_MAX } from '../../../src/core/person-name.ts'
import { consultationOf, release } from '../../../src/modules/catalogue/public.ts'
import { companyRules, individualRules } from '../../../src/modules/registrations/public.ts'
import { PageRoot } from '../../../src/web/hydration/page.tsx'
import { CompanyFields, IndividualFields } from '../../../src/web/routes/account/registration-fields.tsx'
import { ConsultForm } from '../../../src/web/routes/consultations/consult-form.tsx'

const nothing = { values: {}, errors: {} }

/** The maximum length of each field that has no mask, by its name: the browser cuts what is typed beyond it without a word. */
function lengthsIn(part: ReactNode): Record<string, number> {
  const view = { data: undefined, answer: undefined, company: release.company }
  const html = renderToStaticMarkup(<PageRoot page={() => part} view={view} here="/" />)
  const fields = html.match(/<input[^>]*>/g)?.filter((tag) => !tag.includes('data-mask')) ?? []
  return Object.fromEntries(
    fields.flatMap((tag) => {
      const max = /maxlength="(\d+)"/i.exec(tag)?.[1]
      return max ? [[/name="(\w+)"/.exec(tag)?.[1], Number(max)]] : []
    }),
  )
}

test('the fields of a registration take as many characters as are stored', () => {
  const { nome, rg, endereco, cidade } = individualRules
  expect(lengthsIn(<IndividualFields {...nothing} />)).toEqual({
    nome: nome.max,
    rg: rg.max,
    endereco: endereco.max,
    cidade: cidade.max,
  })
  const { razaoSocial, nomeResponsavel, rgResponsavel, enderecoEmpresa, cidadeEmpresa } = companyRules
  expect(lengthsIn(<CompanyFields {...nothing} />)).toEqual({
    razaoSocial: razaoSocial.max,
    nomeResponsavel: nomeResponsavel.max,
    rgResponsavel: rgResponsavel.max,
    enderecoEmpresa: enderecoEmpresa.max,
    cidadeEmpresa: cidadeEmpresa.max,
  })
})

test.each([
  ['cpf', 'name'],
  ['rating', 'nome'],
] as const)('the form of the look-up %s takes any name and e-mail that it accepts', (id, name) => {
  const form = <ConsultForm consultation={consultationOf(id)} {...nothing} />
  expect(lengthsIn(form)).toEqual({ [name]: NAME_MAX, email: MAX_EMAIL_LENGTH })
})
