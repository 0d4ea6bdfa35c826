import type { SimulatorContext } from './context.ts'
import { errorPage } from './error-page.ts'
import { approvedAmounts } from './faults.ts'
import { type Html, html, money } from './html.ts'
import { type HttpRequest, type HttpResponse, redirect } from './http.ts'
import { page } from './layout.ts'
import { accredit, type Payment } from './payments.ts'
import { isExpired, type Preference, preferenceTotal } from './preferences.ts'
import { handleRoute, type Route } from './routes.ts'
import { nextId } from './state.ts'
import { ticketPage } from './ticket-page.ts'

/** Serves the payer's pages: the card checkout behind `init_point`, and the ticket of a Pix. */
export function createCheckout(
  context: SimulatorContext,
): (request: HttpRequest) => HttpResponse | Promise<HttpResponse> | undefined {
  const { journal, store, clock } = context
  const { state } = journal

  const routes: readonly Route[] = [
    ['GET', /^\/payments\/([^/]+)\/ticket$/, (_, id) => ticketPage(context, id)],
    [
      'GET',
      /^\/checkout\/([^/]+)$/,
      (_, id) => withOpenPreference(id, (preference) => checkoutPage(preference)),
    ],
    ['POST', /^\/checkout\/([^/]+)\/(?:approve|reject|pending)$/, pay],
  ]
  return (request) => handleRoute(routes, request)

  function pay(request: HttpRequest, id: string): HttpResponse {
    return withOpenPreference(id, (preference) => {
      const result = cardResults[request.path.slice(request.path.lastIndexOf('/') + 1)] ?? cardResults.reject
      const chosen = Number(new URLSearchParams(request.body).get('installments') ?? '1')
      const instalments = Number.isInteger(chosen)
        ? Math.min(Math.max(chosen, 1), preference.installments)
        : 1
      const payment = cardPayment(preference, result, instalments)
      store.save(payment, 'payment.created')
      const returnUrl = preference.backUrls[result.backUrl] ?? preference.backUrls.success
      return returnUrl === null
        ? resultPage(payment, result.title)
        : redirect(withPaymentParameters(returnUrl, payment, preference))
    })
  }

  function withOpenPreference(id: string, respond: (preference: Preference) => HttpResponse): HttpResponse {
    const preference = state.preferences.get(id)
    if (preference === undefined) return errorPage(404, 'Esta compra não existe.')
    if (isExpired(preference, clock.now()))
      return errorPage(410, 'O prazo desta compra terminou. Volte à loja.')
    return respond(preference)
  }

  function cardPayment(preference: Preference, result: CardResult, instalments: number): Payment {
    const now = clock.now()
    const amount = preferenceTotal(preference)
    const payment: Payment = {
      id: nextId(state, now),
      method: 'card',
      status: result.status,
      statusDetail: result.detail,
      amount,
      paidAmount: null,
      fee: null,
      installments: instalments,
      description: preference.items[0]?.title ?? null,
      externalReference: preference.externalReference,
      notificationUrl: preference.notificationUrl,
      payer: preference.payer,
      metadata: preference.metadata,
      refunds: [],
      qrCode: null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      approvedAt: null,
      expiresAt: null,
      idempotencyKey: null,
    }
    return result.status === 'approved'
      ? accredit(payment, now, approvedAmounts(state.faults, amount))
      : payment
  }
}

interface CardResult {
  status: 'approved' | 'rejected' | 'in_process'
  detail: string
  backUrl: 'success' | 'failure' | 'pending'
  title: string
}

const cardResults: Record<string, CardResult> & { reject: CardResult } = {
  approve: { status: 'approved', detail: 'accredited', backUrl: 'success', title: 'Cartão aprovado' },
  reject: {
    status: 'rejected',
    detail: 'cc_rejected_insufficient_amount',
    backUrl: 'failure',
    title: 'Cartão recusado',
  },
  pending: {
    status: 'in_process',
    detail: 'pending_contingency',
    backUrl: 'pending',
    title: 'Pagamento em análise',
  },
}

/** Returns the shop's back URL with the parameters that the provider adds; they never prove a payment. */
function withPaymentParameters(backUrl: string, payment: Payment, preference: Preference): string {
  const url = new URL(backUrl)
  const added = {
    collection_id: payment.id,
    collection_status: payment.status,
    payment_id: payment.id,
    status: payment.status,
    external_reference: payment.externalReference ?? 'null',
    payment_type: 'credit_card',
    merchant_order_id: 'null',
    preference_id: preference.id,
    site_id: 'MLB',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  }
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, String(value))
  return url.href
}

function checkoutPage(preference: Preference): HttpResponse {
  const total = preferenceTotal(preference)
  return page({
    title: 'Pagar com cartão · Simulador',
    body: html`<div class="narrow"><h1>Pagar com cartão</h1><div class="card">
<dl>${preference.items.map((item) => html`<dt>${item.quantity} × ${item.title}</dt><dd>${money(item.quantity * item.unitPrice)}</dd>`)}</dl>
<p class="amount">${money(total)}</p>
<form method="post" action="/checkout/${preference.id}/approve">
<label><span>Parcelas no cartão</span><select name="installments">${instalmentOptions(preference.installments, total)}</select></label>
<div class="buttons"><button class="main wide">Aprovar</button>
<button class="wide" formaction="/checkout/${preference.id}/reject">Recusar</button>
<button class="wide" formaction="/checkout/${preference.id}/pending">Deixar em análise</button></div></form></div>
<p>Nenhum cartão é pedido e nenhuma cobrança é feita.</p></div>`,
  })
}

const instalmentOptions = (max: number, total: number): Html[] =>
  Array.from({ length: max }, (_, at) => at + 1).map(
    (count) => html`<option value="${count}">${count}× ${money(Math.round(total / count))}</option>`,
  )

const resultPage = (payment: Payment, title: string): HttpResponse =>
  page({
    title: `${title} · Simulador`,
    body: html`<div class="narrow"><h1>${title}</h1><p>Pagamento ${payment.id}, ${money(payment.amount)}.</p>
<p><a href="/">Ver as cobranças</a></p></div>`,
  })
