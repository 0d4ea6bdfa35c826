/** What the product shows. One line a page; a page's file carries its loader, its action and its screen. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // The storefront: open to everybody. Hiring a service begins on its page.
  index('routes/content/home.tsx'),
  route('services', 'routes/content/services.tsx'),
  route('service/clean-name', 'routes/content/clean-name.tsx'),
  route('service/credit-rating', 'routes/content/credit-rating.tsx'),
  route('service/bacen-clean', 'routes/content/bacen-clean.tsx'),
  route('service/serasa-score', 'routes/content/serasa-score.tsx'),
  route('service/credit-viability', 'routes/content/credit-viability.tsx'),
  route('service/cnh-rehabilitation', 'routes/content/cnh-rehabilitation.tsx'),
  route('service/traffic-fines', 'routes/content/traffic-fines.tsx'),
  route('service/contract-review', 'routes/content/contract-review.tsx'),
  route('service/contract-revisional', 'routes/content/contract-revisional.ts'),
  route('service/federal-tax-solution', 'routes/content/federal-tax.tsx'),
  route('service/vehicle-financing', 'routes/content/vehicle-financing.tsx'),
  route('service/home-financing', 'routes/content/home-financing.tsx'),

  // The four look-ups, and the private page of one that was asked for: whoever holds its address may follow it.
  route('cpf-consult', 'routes/consultations/cpf.tsx'),
  route('complete-consult', 'routes/consultations/complete.tsx'),
  route('rating-consult', 'routes/consultations/rating.tsx'),
  route('bacen-consult', 'routes/consultations/bacen.tsx'),
  route('consulta/:key', 'routes/consultations/lookup.tsx'),
  route('consulta/:key/eventos', 'routes/consultations/lookup-events.ts'),
  route('consulta/:key/situacao', 'routes/consultations/lookup-situation.ts'),

  // Coming in and going out.
  route('auth', 'routes/auth/auth.tsx'),
  route('auth/confirmar', 'routes/auth/confirm.ts'),
  route('create-account', 'routes/auth/create-account.tsx'),
  route('sair', 'routes/auth/sign-out.ts'),

  // From a chosen plan, or an offer to one customer, to a signed contract, its copy, and the way out of it.
  route('proposta/:offerId', 'routes/hiring/offer.tsx'),
  route('contract', 'routes/hiring/contract.tsx'),
  route('contract/copia/:orderId', 'routes/hiring/contract-copy.tsx'),
  route('contract/copia/:orderId/texto', 'routes/hiring/contract-file.ts'),
  route('contract/desistir/:orderId', 'routes/hiring/withdraw.tsx'),

  // Paying: the list and its papers, the charge of the moment with its two live readings, thanks; and the provider's notices.
  route('payments', 'routes/payments/payments.tsx'),
  route('payments/recibo/:chargeId', 'routes/payments/receipt.ts'),
  route('payments/carne/:orderId', 'routes/payments/schedule.ts'),
  route('payment', 'routes/payments/payment.tsx'),
  route('payment/eventos', 'routes/payments/events.ts'),
  route('payment/situacao', 'routes/payments/situation.ts'),
  route('payment-success', 'routes/payments/success.tsx'),
  route('webhooks/mercadopago', 'routes/payments/webhook.ts'),
  route('webhooks/pix/*', 'routes/payments/webhook-pix.ts'),

  // What was hired and how far it is.
  route('tracking', 'routes/orders/tracking.tsx'),
  route('tracking/versao', 'routes/orders/version.ts'),

  // Minha Conta: registration, documents, password.
  route('account', 'routes/account/account.tsx'),
  route('account/documentos', 'routes/account/add-documents.ts'),
  route('account/documentos/:id', 'routes/account/download-document.ts'),
  route('account/documentos/:id/remover', 'routes/account/remove-document.ts'),

  // Legal pages, and what search engines read.
  route('privacidade', 'routes/content/privacy.tsx'),
  route('termos', 'routes/content/terms.tsx'),
  route('sitemap.xml', 'routes/seo/sitemap.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),

  // Only with the simulator: every piece of the design system, every message that was written, an offer to try.
  route('dev/ui', 'routes/dev/ui.tsx'),
  route('dev/mensagens', 'routes/dev/mensagens.tsx'),
  route('dev/mensagens.json', 'routes/dev/mensagens-json.ts'),
  route('dev/proposta', 'routes/dev/proposta.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
