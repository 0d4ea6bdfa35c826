import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { Button, LinkButton } from '../../../src/web/ui/button.tsx'
import { CopyButton } from '../../../src/web/ui/copy-button.tsx'
import { CrashScreen } from '../../../src/web/ui/crash-screen.tsx'
import { Dialog } from '../../../src/web/ui/dialog.tsx'
import { NotFoundScreen } from '../../../src/web/ui/not-found-screen.tsx'
import { Pagination } from '../../../src/web/ui/pagination.tsx'
import { Progress } from '../../../src/web/ui/progress.tsx'
import { Stars } from '../../../src/web/ui/stars.tsx'
import { Steps } from '../../../src/web/ui/steps.tsx'
import { Tabs } from '../../../src/web/ui/tabs.tsx'
import { Toasts } from '../../../src/web/ui/toasts.tsx'

const html = renderToStaticMarkup

test('a button has its busy label for the script', () => {
  expect(html(<Button busyLabel="Entrando...">Entrar</Button>)).toBe(
    '<button type="submit" class="btn btn-primary" data-busy-label="Entrando...">Entrar</button>',
  )
})

test('every link to a new tab is written with rel="noopener"', () => {
  const sources = globSync('src/web/**/*.tsx', { cwd: inRoot() }).map((file) =>
    readFileSync(inRoot(file), 'utf8'),
  )
  const links = sources.flatMap((source) => source.match(/<a\b[^>]*target="_blank"[^>]*/g) ?? [])
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((link) => !link.includes('rel="noopener"'))).toEqual([])
})

test('a link to a new tab says so and has rel="noopener"', () => {
  const link = html(
    <LinkButton href="https://wa.me/55" newTab>
      Falar
    </LinkButton>,
  )
  expect(link).toContain('target="_blank" rel="noopener"')
  expect(link).toContain('(abre em outra aba)')
})

test('a copy button is hidden until the script reveals it', () => {
  expect(html(<CopyButton text="000201" label="Copiar" done="Copiado!" />)).toContain('hidden=""')
})

test('failed toasts are alerts, others are status, and at most three are shown', () => {
  const toasts = html(
    <Toasts
      toasts={[
        { tone: 'destructive', title: 'Erro no login', text: 'Email ou senha inválidos.' },
        { tone: 'success', title: 'Um' },
        { tone: 'neutral', title: 'Dois' },
        { tone: 'neutral', title: 'Três' },
      ]}
    />,
  )
  const shown = toasts.slice(0, toasts.indexOf('<template'))
  expect(shown.match(/role="alert"/g)).toHaveLength(1)
  expect(shown.match(/role="status"/g)).toHaveLength(2)
  expect(toasts).not.toContain('Três')
})

test('a dialog opens by its URL and closes by a link', () => {
  const dialog = html(
    <Dialog id="consultas" title="Consultas Rápidas" open closeHref="/services">
      conteúdo
    </Dialog>,
  )
  expect(dialog).toMatch(/<dialog id="consultas"[^>]*open=""[^>]*aria-labelledby="consultas-titulo"/)
  expect(dialog).toMatch(/<a[^>]*href="\/services"[^>]*aria-label="Fechar"/)
  expect(
    html(
      <Dialog id="x" title="X" closeHref="/">
        y
      </Dialog>,
    ),
  ).not.toContain('open=""')
})

test('tabs are links and the current one has aria-current', () => {
  const tabs = html(
    <Tabs
      label="Parcelas"
      current="pagas"
      items={[
        { id: 'pendentes', label: 'Pendentes', href: '/payments' },
        { id: 'pagas', label: 'Pagas', href: '/payments?aba=pagas' },
      ]}
    />,
  )
  expect(tabs.match(/aria-current="page"/g)).toHaveLength(1)
  expect(tabs).toMatch(/aria-current="page">Pagas|href="\/payments\?aba=pagas" aria-current="page"/)
})

test('the step in progress has aria-current, and states have screen reader texts', () => {
  const steps = html(
    <Steps
      steps={[
        { title: 'Análise', state: 'done' },
        { title: 'Envio', state: 'now' },
        { title: 'Fim', state: 'todo' },
      ]}
    />,
  )
  expect(steps.match(/aria-current="step"/g)).toHaveLength(1)
  expect(steps).toContain('Concluído: ')
  expect(steps).toContain('Agora: ')
})

test.each([
  [-5, 0],
  [40.4, 40],
  [180, 100],
])('progress of %d shows %d', (value, shown) => {
  const progress = html(<Progress value={value} label="Andamento" />)
  expect(progress).toContain(`max="100" value="${shown}"`)
  expect(progress).toContain('aria-label="Andamento"')
})

test('stars have a numeric accessible name', () => {
  expect(html(<Stars rating={5} />)).toContain('aria-label="5 de 5 estrelas"')
})

test('the not-found screen has the specified text and a link home', () => {
  const screen = html(<NotFoundScreen />)
  expect(screen).toContain('<h1 lang="en">Oops! Page not found</h1>')
  expect(screen).toContain('href="/"')
})

test('the crash screen has collapsed details and a reload link, and hides the error message in production', () => {
  const shown = html(<CrashScreen requestId="abc-123" message="boom" />)
  expect(shown).toContain('<h1>Ops! Algo deu errado</h1>')
  expect(shown).toContain('Ocorreu um erro inesperado. Por favor, recarregue a página.')
  expect(shown).toMatch(/<details[^>]*><summary>Detalhes do erro<\/summary>/)
  // The link reloads any address, without naming it.
  expect(shown).toMatch(/href=""[^>]*>Recarregar Página/)
  expect(shown).toContain('boom')
  const production = html(<CrashScreen requestId="abc-123" />)
  expect(production).toContain('abc-123')
  expect(production).not.toContain('boom')
})

test('the pages of a list have a name of their own, and only the links that lead somewhere', () => {
  const pages = (previous: string | undefined, next: string | undefined) =>
    html(
      <Pagination label="Outros pedidos" previous={previous} next={next}>
        Pedidos 1 a 10
      </Pagination>,
    )
  expect(pages(undefined, undefined)).toBe('')
  expect(pages(undefined, '/b')).toMatch(/^<nav[^>]* aria-label="Outros pedidos">/)
  expect(pages(undefined, '/b').match(/href="[^"]*"/g)).toEqual(['href="/b"'])
  expect(pages('/a', '/b').match(/href="[^"]*"/g)).toEqual(['href="/a"', 'href="/b"'])
})
