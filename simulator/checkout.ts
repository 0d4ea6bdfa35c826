import { errorPage } from './error-page.ts'
import { receiptOf } from './faults.ts'
import { type Html, html, money } from './html.ts'
import { type Answer, type Call, redirect } from './http.ts'
import { page } from './layout.ts'
import { accredit, type Payment } from './payments.ts'
import { isExpired, type Preference, preferenceTotal } from './preferences.ts'
import { answerBy, type Route } from './routes.ts'
import { nextId } from './state.ts'
import { ticketPage } from './ticket-page.ts'
import type { World } from './world.ts'

/** The payer's pages: the card checkout behind `init_point`, and the ticket of a Pix. */
export function createCheckout(world: World): (call: Call) => Answer | Promise<Answer> | undefined {
  const { journal, ledger, clock } = world
  const { state } = journal

  const routes: readonly Route[] = [
    ['GET', /^\/payments\/([^/]+)\/ticket$/, (_, id) => ticketPage(world, id)],
    ['GET', /^\/checkout\/([^/]+)$/, (_, id) => withOpen(id, (preference) => checkoutPage(preference))],
    ['POST', /^\/checkout\/([^/]+)\/(?:approve|reject|pending)$/, pay],
  ]
  return (call) => answerBy(routes, call)

  function pay(call: Call, id: string): Answer {
    return withOpen(id, (preference) => {
      const end = ends[call.path.slice(call.path.lastIndexOf('/') + 1)] ?? ends.reject
      const chosen = Number(new URLSearchParams(call.body).get('installments') ?? '1')
      const installments = Number.isInteger(chosen)
        ? Math.min(Math.max(chosen, 1), preference.installments)
        : 1
      const payment = cardPayment(preference, end, installments)
      ledger.save(payment, 'payment.created')
      const back = preference.backUrls[end.back] ?? preference.backUrls.success
      return back === null ? resultPage(payment, end.title) : redirect(backUrl(back, payment, preference))
    })
  }

  function withOpen(id: string, answer: (preference: Preference) => Answer): Answer {
    const preference = state.preferences.get(id)
    if (preference === undefined) return errorPage(404, 'Esta compra não existe.')
    if (isExpired(preference, clock.now()))
      return errorPage(410, 'O prazo desta compra terminou. Volte à loja.')
    return answer(preference)
  }

  function cardPayment(preference: Preference, end: End, installments: number): Payment {
    const now = clock.now()
    const amount = preferenceTotal(preference)
    const payment: Payment = {
      id: nextId(state, now),
      method: 'card',
      status: end.status,
      statusDetail: end.detail,
      amount,
      paidAmount: null,
      fee: null,
      installments,
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
    return end.status === 'approved' ? accredit(payment, now, receiptOf(state.faults, amount)) : payment
  }
}

interface End {
  status: 'approved' | 'rejected' | 'in_process'
  detail: string
  back: 'success' | 'failure' | 'pending'
  title: string
}

const ends: Record<string, End> & { reject: End } = {
  approve: { status: 'approved', detail: 'accredited', back: 'success', title: 'Cartão aprovado' },
  reject: {
    status: 'rejected',
    detail: 'cc_rejected_insufficient_amount',
    back: 'failure',
    title: 'Cartão recusado',
  },
  pending: {
    status: 'in_process',
    detail: 'pending_contingency',
    back: 'pending',
    title: 'Pagamento em análise',
  },
}

/** The shop's address with the parameters the provider adds; they never prove a payment. */
function backUrl(address: string, payment: Payment, preference: Preference): string {
  const url = new URL(address)
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

function checkoutPage(preference: Preference): Answer {
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

const instalmentOptions = (most: number, total: number): Html[] =>
  Array.from({ length: most }, (_, at) => at + 1).map(
    (count) => html`<option value="${count}">${count}× ${money(Math.round(total / count))}</option>`,
  )

const resultPage = (payment: Payment, title: string): Answer =>
  page({
    title: `${title} · Simulador`,
    body: html`<div class="narrow"><h1>${title}</h1><p>Pagamento ${payment.id}, ${money(payment.amount)}.</p>
<p><a href="/">Ver as cobranças</a></p></div>`,
  })
