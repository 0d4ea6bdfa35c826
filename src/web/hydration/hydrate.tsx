import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { enableCopy } from '../enhance/copy.ts'
import { type PageComponent, PageRoot } from './page.tsx'
import { decodeView, type PageView } from './page-view.ts'

/** Pages that React runs in the browser, by the names that their routes give to `Island`. */
const pages: Record<string, () => Promise<PageComponent<never, never>>> = {
  account: async () => (await import('../routes/account/account-page.tsx')).AccountPage,
  lookup: async () => (await import('../routes/consultations/lookup-page.tsx')).LookupPage,
  payer: async () => (await import('../routes/arrangements/payer-view.tsx')).PayerView,
  payment: async () => (await import('../routes/payments/payment-page.tsx')).PaymentPage,
  payments: async () => (await import('../routes/payments/payments-page.tsx')).PaymentsPage,
  tracking: async () => (await import('../routes/orders/tracking-page.tsx')).TrackingPage,
}

/**
 * Hydrates the part of the page that the server rendered for React (ui/island.tsx). While one of its forms is being submitted,
 * the page is about to be left and its button shows that (src/web/enhance/busy.ts); hydration then waits until the page is shown
 * again. If React fails, as in a browser that lacks what the page needs, the server's HTML comes back: it works without React.
 *
 * @returns undefined when the page has no part that React knows
 */
export async function hydrate(island: HTMLElement): Promise<Root | undefined> {
  if (island.dataset.island === 'desk') return (await import('../desk/hydrate-desk.tsx')).hydrateDesk(island)
  const text = document.querySelector('script[data-island-view]')?.textContent
  const page = await pages[island.dataset.island ?? '']?.()
  if (!page || !text) return undefined
  while (island.querySelector('form[data-busy]')) {
    await new Promise((shown) => addEventListener('pageshow', shown, { once: true }))
  }
  const view = decodeView(text) as PageView<never, never>
  const rendered = island.cloneNode(true) as HTMLElement
  let root: Root | undefined
  startTransition(() => {
    root = hydrateRoot(
      island,
      <PageRoot page={page} view={view} here={location.pathname + location.search} />,
      {
        onUncaughtError: (error) => {
          reportError(error)
          putBack(rendered, island)
        },
      },
    )
  })
  return root
}

/** Shows the server's HTML where React has failed, as a part of the page that React does not know. */
function putBack(rendered: HTMLElement, island: HTMLElement): void {
  delete rendered.dataset.island
  island.replaceWith(rendered)
  for (const button of rendered.querySelectorAll<HTMLElement>('[data-copy]')) enableCopy(button)
}
