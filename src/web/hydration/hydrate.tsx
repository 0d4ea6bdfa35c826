import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
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
 * again.
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
  let root: Root | undefined
  startTransition(() => {
    root = hydrateRoot(
      island,
      <PageRoot page={page} view={view} here={location.pathname + location.search} />,
    )
  })
  return root
}
