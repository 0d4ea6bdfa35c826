import type { SimulatorContext } from './context.ts'
import { faultsForm } from './faults-form.ts'
import { type Html, html, moment, money } from './html.ts'
import type { HttpResponse } from './http.ts'
import { page } from './layout.ts'
import { actionsFor, type Payment, type PaymentAction, type PaymentStatus } from './payments.ts'
import { paidOf, refundedOf } from './refunds.ts'
import { type Delivery, deliveriesOf } from './state.ts'

/** Maximum number of payments on the page, which shows the newest; `GET /sim/payments` returns all. */
const maxShown = 100

/** Renders `GET /`: charges, newest first, with the actions that each one allows, and the fault switches. */
export function chargesPage({ journal, store }: SimulatorContext): HttpResponse {
  const payments = store.list()
  const deliveries = (payment: Payment) => deliveriesOf(journal.state, payment.id)
  const body = html`<h1>Cobranças</h1><div class="columns"><section data-live>
${payments.length === 0 && html`<p class="card">Nenhuma cobrança ainda. Elas aparecem aqui assim que forem criadas.</p>`}
<ul>${payments.slice(0, maxShown).map((payment) => chargeItem(payment, deliveries(payment)))}</ul>
${payments.length > maxShown && html`<p>Mostrando as ${maxShown} mais novas de ${payments.length}.</p>`}
</section>${faultsForm(journal.state.faults)}</div>`
  return page({ title: 'Cobranças · Simulador', body })
}

/** Returns the name of a status; an unknown status is shown unchanged. */
export const statusName = ({ status }: Payment): string =>
  Object.hasOwn(statusNames, status) ? statusNames[status as PaymentStatus] : status

const statusNames: Record<PaymentStatus, string> = {
  pending: 'Pendente',
  in_process: 'Em análise',
  authorized: 'Autorizada',
  approved: 'Aprovada',
  rejected: 'Recusada',
  cancelled: 'Cancelada',
  in_mediation: 'Em disputa',
  refunded: 'Devolvida',
  charged_back: 'Estornada',
}

/** Renders the buttons that change a payment, as plain forms. */
export const actionButtons = (payment: Payment): Html =>
  html`<div class="buttons">${[...actionsFor(payment), ...followUpsFor(payment)].map(
    (action) =>
      html`<form method="post" action="/sim/payments/${payment.id}/${action}"><button data-key="${payment.id}-${action}"${action === 'approve' && html` class="main"`}>${actionNames[action]}</button></form>`,
  )}</div>`

/**
 * Returns the actions that a bank or an operator of the provider's dashboard may still do to a payment that the seller considers
 * settled.
 */
function followUpsFor({ status }: Payment): FollowUp[] {
  if (status === 'approved') return ['refund', 'pay-again', 'notify']
  return status === 'cancelled' ? ['approve-late'] : []
}

type FollowUp = 'refund' | 'pay-again' | 'notify' | 'approve-late'

const actionNames: Record<PaymentAction | FollowUp, string> = {
  approve: 'Aprovar',
  reject: 'Recusar',
  cancel: 'Cancelar',
  expire: 'Expirar',
  review: 'Pôr em análise',
  mediate: 'Abrir disputa',
  chargeback: 'Estornar',
  refund: 'Devolver no painel',
  'pay-again': 'Pagar outra vez',
  notify: 'Avisar outra vez',
  'approve-late': 'Aprovar com atraso',
}

function chargeItem(payment: Payment, deliveries: Delivery[]): Html {
  const refunded = refundedOf(payment)
  const amountDiffers = paidOf(payment) !== payment.amount
  return html`<li class="card charge" id="p${payment.id}"><header><span class="amount">${money(payment.amount)}</span>
<span class="status ${payment.status}">${statusName(payment)}</span></header>
<div><dl><dt>Pagamento</dt><dd>${payment.id} · ${payment.method === 'pix' ? 'Pix' : 'cartão'}</dd>
<dt>Referência</dt><dd>${payment.externalReference ?? '–'}</dd>
<dt>Detalhe</dt><dd>${payment.statusDetail}</dd>
${amountDiffers && html`<dt>Valor pago</dt><dd>${money(paidOf(payment))}</dd>`}
${refunded > 0 && html`<dt>Devolvido</dt><dd>${money(refunded)}</dd>`}
<dt>Criada</dt><dd>${moment(payment.createdAt)}</dd>
<dt>Expira</dt><dd>${moment(payment.expiresAt)}</dd></dl>${actionButtons(payment)}</div>
<div><strong>Avisos</strong><ul class="deliveries">${deliveries.map(deliveryLine)}
${deliveries.length === 0 && html`<li>Nenhum: a cobrança não tem endereço de aviso.</li>`}</ul></div></li>`
}

function deliveryLine(delivery: Delivery): Html {
  return html`<li>${delivery.action}${delivery.isForged && ' (assinatura falsa)'}: <span class="${delivery.state}">${deliveryNames[delivery.state]}</span>
${delivery.attempts.map(({ at, result }) => html`<br>${moment(at)} → ${result}`)}
${delivery.nextAt !== null && html`<br>próximo envio: ${moment(delivery.nextAt)}`}</li>`
}

const deliveryNames: Record<Delivery['state'], string> = {
  waiting: 'a enviar',
  delivered: 'entregue',
  abandoned: 'desistiu',
  dropped: 'perdido de propósito',
  refused: 'recusado: endereço fora desta máquina',
}
