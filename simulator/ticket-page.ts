import { actionButtons, statusName } from './charges-page.ts'
import type { SimulatorContext } from './context.ts'
import { errorPage } from './error-page.ts'
import { html, moment, money } from './html.ts'
import type { HttpResponse } from './http.ts'
import { page } from './layout.ts'

/** Renders the `ticket_url` of a Pix: its code, its status, and the action buttons. */
export function ticketPage({ store }: SimulatorContext, id: string): HttpResponse {
  const payment = store.find(Number(id))
  if (payment?.method !== 'pix') return errorPage(404, 'Este Pix não existe.')
  return page({
    title: 'Pix · Simulador',
    body: html`<div class="narrow"><h1>${money(payment.amount)}</h1><div data-live>
<p><span class="status ${payment.status}">${statusName(payment)}</span></p>
<dl><dt>Referência</dt><dd>${payment.externalReference ?? '–'}</dd><dt>Expira</dt><dd>${moment(payment.expiresAt)}</dd></dl>
<p class="card"><code>${payment.qrCode}</code></p>${actionButtons(payment)}</div></div>`,
  })
}
