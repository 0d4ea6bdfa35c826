import type { Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'
import { hydrate } from '../../../src/web/hydration/hydrate.tsx'
import { type PageComponent, PageRoot } from '../../../src/web/hydration/page.tsx'
import { encodeView } from '../../../src/web/hydration/page-view.ts'
import { Toasts } from '../../../src/web/ui/toasts.tsx'

const company = companyOf(companySchema.parse({}))
/** Address before any test. */
const initialAddress = location.href
let root: Root | undefined

interface Opened<Data, Answer> {
  /** Name of the page as src/web/hydration/hydrate.tsx knows it. */
  name: string
  page: PageComponent<Data, Answer>
  data: Data
  /** Response to a form that was refused before the page was loaded. */
  answer?: Answer | undefined
  /** Path and search parameters. */
  at: string
}

/** Shows a page as the server sends it, before any script runs. */
export function loadPage<Data, Answer>({ name, page, data, answer, at }: Opened<Data, Answer>): void {
  history.replaceState(null, '', at)
  const view = { data, answer, company }
  document.body.innerHTML = renderToString(
    <>
      <main data-island={name}>
        <PageRoot page={page} view={view} here={at} />
      </main>
      <Toasts toasts={[]} />
    </>,
  )
  const script = document.createElement('script')
  script.type = 'application/json'
  script.dataset.islandView = ''
  script.textContent = encodeView(view)
  document.body.append(script)
}

/**
 * Hydrates the page and waits until React has run its effects, which start its timers: those of the root, which follows the
 * history, come last. A difference between the server's HTML and React's output fails the test.
 */
export async function runPage(): Promise<void> {
  const errors = vi.spyOn(console, 'error')
  const listening = vi.spyOn(globalThis, 'addEventListener')
  const island = document.querySelector<HTMLElement>('[data-island]')
  root = island ? await hydrate(island) : undefined
  if (!island || !root) throw new Error('React knows no such page')
  await expect.poll(() => listening.mock.calls.some(([type]) => type === 'popstate')).toBe(true)
  listening.mockRestore()
  if (errors.mock.calls.length > 0) throw new Error(String(errors.mock.calls[0]))
}

/** Checks whether React has hydrated the page, by the marks that it leaves on the elements. */
export function isRun(): boolean {
  const first = document.querySelector('[data-island]')?.firstElementChild ?? {}
  return Object.keys(first).some((key) => key.startsWith('__react'))
}

/** Loads a page and hydrates it. */
export async function openPage<Data, Answer>(opened: Opened<Data, Answer>): Promise<void> {
  loadPage(opened)
  await runPage()
}

export function closePage(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
  history.replaceState(null, '', initialAddress)
}
