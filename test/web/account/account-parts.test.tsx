import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { release } from '../../../src/modules/catalogue/public.ts'
import type { CompanyData } from '../../../src/modules/registrations/public.ts'
import { PageRoot } from '../../../src/web/hydration/page.tsx'
import { SavedData } from '../../../src/web/routes/account/saved-data.tsx'
import { SessionsSection } from '../../../src/web/routes/account/sessions-section.tsx'
import { seenIn } from '../../support/seen.ts'

/** What a person sees of a part of a page that React runs. */
const seen = (part: ReactNode) =>
  seenIn(
    renderToStaticMarkup(
      <PageRoot
        page={() => part}
        view={{ data: undefined, answer: undefined, company: release.company }}
        here="/account"
      />,
    ),
  )

test('each session says when it was last used and when it began, and every other can be ended', () => {
  const sessions = [
    {
      id: 's1',
      current: true,
      signedInAt: new Date('2026-03-01T12:00:00Z'),
      lastUsedAt: new Date('2026-03-02T12:00:00Z'),
    },
    {
      id: 's2',
      current: false,
      signedInAt: new Date('2026-02-01T12:00:00Z'),
      lastUsedAt: new Date('2026-02-03T12:00:00Z'),
    },
  ].map((session) => ({ ...session, device: { browser: 'Firefox', system: 'Android' } as const }))
  expect(seen(<SessionsSection sessions={sessions} />)).toEqual([
    'Onde sua conta está aberta',
    'Não reconhece algum aparelho? Encerre o acesso dele e troque a senha.',
    'Firefox no Android esta sessão',
    'Último uso em 02/03/2026 às 09:00 Entrada em 01/03/2026 às 09:00',
    'Firefox no Android',
    'Último uso em 03/02/2026 às 09:00 Entrada em 01/02/2026 às 09:00',
    '[intent=end-session] [sessionId=s2] Sair deste aparelho',
    '[intent=end-other-sessions] Sair de todos os outros',
  ])
})

test('the saved data of a company lead to its own form', () => {
  const company: CompanyData = {
    razaoSocial: 'Padaria do Bairro Ltda.',
    cnpj: '11222333000181',
    nomeResponsavel: 'nomeResponsavel',
    cpfResponsavel: '52998224725',
    rgResponsavel: 'rgResponsavel',
    enderecoEmpresa: 'enderecoEmpresa',
    cidadeEmpresa: 'cidadeEmpresa',
    cepEmpresa: '88010000',
    faturamentoPresumido: 100_000,
  }
  expect(
    seen(
      <SavedData
        saved={[{ tipoPessoa: 'juridica', dados: company, savedAt: new Date('2026-03-02T12:00:00Z') }]}
        documents={[]}
      />,
    ).filter((line) => line.includes('/account')),
  ).toEqual([
    'Alterar Pessoa Jurídica → /account?aba=cadastro&tipo=juridica',
    'Enviar ou remover documentos → /account?aba=cadastro#documentos',
  ])
})
