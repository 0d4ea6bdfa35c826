/**
 * The route table: one line per route. A route's file contains its loader, action and component. Access, indexing and body limits
 * are declared only here; the sitemap, robots.txt, sign-in, body limits and the same-origin check derive from it
 * (routing/routing.ts). paths.ts builds every link.
 */
import type { RouteConfig } from '@react-router/dev/routes'
import { catalogueChanged } from '../modules/catalogue/public.ts'
import { MAX_FILE_BYTES } from '../modules/documents/public.ts'
import { MAX_CONTRACT_BYTES } from '../modules/receipts/public.ts'
import { contractCheckChanged } from './copy/contract-check.ts'
import { privacyVersion } from './copy/privacy.ts'
import { scamCheckChanged } from './copy/scam-check.ts'
import { termsVersion } from './copy/terms.ts'
import {
  arrival,
  checkedByRoute,
  closed,
  demoOnly,
  desk,
  deskDoor,
  forEverybody,
  invited,
  kept,
  list,
  listed,
  signedByMachine,
  signedIn,
  unlisted,
  upload,
  withFile,
} from './routing/traits.ts'

export default [
  // The storefront: public. The hiring of a service begins on its page.
  listed('', 'routes/content/home.tsx', catalogueChanged, arrival),
  listed('services', 'routes/content/services.tsx', catalogueChanged, arrival),
  listed('service/clean-name', 'routes/content/clean-name.tsx', catalogueChanged, arrival),
  listed('service/credit-rating', 'routes/content/credit-rating.tsx', catalogueChanged, arrival),
  listed('service/bacen-clean', 'routes/content/bacen-clean.tsx', catalogueChanged, arrival),
  listed('service/serasa-score', 'routes/content/serasa-score.tsx', catalogueChanged, arrival),
  listed('service/credit-viability', 'routes/content/credit-viability.tsx', catalogueChanged, arrival),
  listed('service/cnh-rehabilitation', 'routes/content/cnh-rehabilitation.tsx', catalogueChanged, arrival),
  listed('service/traffic-fines', 'routes/content/traffic-fines.tsx', catalogueChanged, arrival),
  listed('service/contract-review', 'routes/content/contract-review.tsx', catalogueChanged, arrival),
  unlisted('service/contract-revisional', 'routes/content/contract-revisional.ts'),
  listed('service/federal-tax-solution', 'routes/content/federal-tax.tsx', catalogueChanged, arrival),
  listed('service/vehicle-financing', 'routes/content/vehicle-financing.tsx', catalogueChanged, arrival),
  listed('service/home-financing', 'routes/content/home-financing.tsx', catalogueChanged, arrival),

  // Checks whether a link, a key or a code that a person received is ours.
  listed('e-golpe', 'routes/content/scam-check.tsx', scamCheckChanged),
  // Checks without an account whether a contract is ours; and the program that verifies a contract offline.
  listed(
    'conferir-contrato',
    'routes/content/contract-check.tsx',
    contractCheckChanged,
    withFile(MAX_CONTRACT_BYTES),
  ),
  unlisted('conferir-contrato/programa', 'routes/content/contract-verifier.ts'),

  // The four look-ups, and the private page of an ordered look-up: its secret URL is the only credential.
  listed('cpf-consult', 'routes/consultations/cpf.tsx', catalogueChanged),
  listed('complete-consult', 'routes/consultations/complete.tsx', catalogueChanged),
  listed('rating-consult', 'routes/consultations/rating.tsx', catalogueChanged),
  listed('bacen-consult', 'routes/consultations/bacen.tsx', catalogueChanged),
  checkedByRoute('consulta/:key', 'routes/consultations/lookup.tsx'),
  checkedByRoute('consulta/:key/eventos', 'routes/consultations/lookup-events.ts'),
  checkedByRoute('consulta/:key/situacao', 'routes/consultations/lookup-situation.ts'),
  // The result of a look-up: requires a link that expires, and a proof that the reader is the buyer.
  checkedByRoute('resultado/:key', 'routes/consultations/result.tsx'),
  checkedByRoute('resultado/:key/arquivo', 'routes/consultations/result-file.ts'),

  // Sign-up, sign-in and sign-out.
  unlisted('auth', 'routes/auth/auth.tsx', forEverybody),
  unlisted('auth/confira-seu-email', 'routes/auth/check-email.tsx'),
  unlisted('auth/confirmar', 'routes/auth/confirm.tsx'),
  listed('create-account', 'routes/auth/create-account.tsx', catalogueChanged),
  unlisted('sair', 'routes/auth/sign-out.ts'),

  // From a chosen plan or a custom offer to the contract or back; the copy of the contract; the withdrawal.
  signedIn('proposta/:offerId', 'routes/hiring/offer.tsx'),
  unlisted('contratacao/apagar', 'routes/hiring/discard.ts'),
  signedIn('contract', 'routes/hiring/contract.tsx'),
  // The audio of a clause's plain-language sentence, whose recording the owner commissioned.
  signedIn('contract/audio/:version/:clause', 'routes/hiring/clause-audio.ts'),
  signedIn('contract/copia/:orderId', 'routes/hiring/contract-copy.tsx', kept),
  signedIn('contract/copia/:orderId/pdf', 'routes/hiring/contract-pdf.ts'),
  signedIn('contract/copia/:orderId/texto', 'routes/hiring/contract-file.ts'),
  signedIn('contract/renegociar/:id', 'routes/hiring/renegotiation.tsx'),
  signedIn('contract/desistir/:orderId', 'routes/hiring/withdraw.tsx'),

  // Payments: the list, its PDFs and calendar file, the current charge with its event stream and polling URL, the success page; and webhooks.
  signedIn('payments', 'routes/payments/payments.tsx', { ...list, ...kept, ...arrival }),
  signedIn('payments/recibo/:receiptId', 'routes/payments/receipt.ts'),
  signedIn('payments/carne/:orderId', 'routes/payments/schedule.ts'),
  signedIn('payments/agenda/:orderId', 'routes/payments/calendar.ts'),
  // A payer's arrangements: a later due date, and a link with which another person pays; the page of that link, whose secret URL
  // is the only credential.
  signedIn('payments/adiar/:instalmentId', 'routes/arrangements/postpone.tsx'),
  signedIn('payments/combinar/:orderId', 'routes/arrangements/way-out.tsx'),
  signedIn('payments/link/:instalmentId', 'routes/arrangements/payer-link.tsx'),
  checkedByRoute('pagar/:token', 'routes/arrangements/payer-page.tsx'),
  checkedByRoute('pagar/:token/eventos', 'routes/arrangements/payer-page-events.ts'),
  checkedByRoute('pagar/:token/situacao', 'routes/arrangements/payer-page-situation.ts'),
  checkedByRoute('payment', 'routes/payments/payment.tsx', kept),
  checkedByRoute('payment/eventos', 'routes/payments/events.ts'),
  checkedByRoute('payment/situacao', 'routes/payments/situation.ts'),
  closed('payment-success', 'routes/payments/success.tsx'),
  signedByMachine('webhooks/mercadopago', 'routes/payments/webhook.ts'),
  signedByMachine('webhooks/pix/*', 'routes/payments/webhook-pix.ts'),

  // Webhooks of WhatsApp and of the mailbox: delivery reports, bounces and replies.
  signedByMachine('webhooks/whatsapp', 'routes/inbox/whatsapp.ts', { maxBodyBytes: 3 * 1024 * 1024 }),
  signedByMachine('webhooks/correio', 'routes/inbox/mail.ts', { maxBodyBytes: 15 * 1024 * 1024 }),

  // Orders and their progress.
  signedIn('tracking', 'routes/orders/tracking.tsx', { ...kept, ...arrival }),
  checkedByRoute('tracking/versao', 'routes/orders/version.ts'),
  signedIn('tracking/comprovante/:fileId', 'routes/orders/download-evidence.ts'),

  // Minha Conta: registration, documents, password.
  signedIn('account', 'routes/account/account.tsx', arrival),
  upload('account/documentos', 'routes/account/add-documents.ts', {
    maxBodyBytes: 6 * MAX_FILE_BYTES,
    maxFileBytes: MAX_FILE_BYTES,
  }),
  signedIn('account/documentos/:id', 'routes/account/download-document.ts'),
  signedIn('account/documentos/:id/remover', 'routes/account/remove-document.ts'),

  signedIn('account/avisos', 'routes/account/preferences.tsx'),
  // The same preferences by the link in a message, whose secret URL is the only credential; and the URL to which mail programs
  // post an unsubscription.
  checkedByRoute('preferencias/:token', 'routes/preferences/by-link.tsx'),
  signedByMachine('preferencias/:token/parar/:topic', 'routes/preferences/stop.ts'),
  // Stored data of a person: of an account, and of an e-mail address that its owner proved by a link.
  signedIn('account/privacidade', 'routes/privacy/account-privacy.tsx'),
  signedIn('account/privacidade/arquivo', 'routes/privacy/account-file.ts'),
  unlisted('privacidade/meus-dados', 'routes/privacy/request-link.tsx'),
  checkedByRoute('dados/:key', 'routes/privacy/own-data.tsx'),
  checkedByRoute('dados/:key/arquivo', 'routes/privacy/own-data-file.ts'),

  // Legal pages, sitemap.xml and robots.txt.
  listed('privacidade', 'routes/content/privacy.tsx', privacyVersion),
  listed('termos', 'routes/content/terms.tsx', termsVersion),
  unlisted('sitemap.xml', 'routes/seo/sitemap.ts', forEverybody),
  unlisted('robots.txt', 'routes/seo/robots.ts', forEverybody),

  // The desk, for the team only: for everybody else these are unknown paths (desk/hidden.server.ts). In the team's browsers,
  // React Router runs; desk/screens.ts names the same screens.
  desk('painel', 'routes/desk/queue.tsx', 'queue.read'),
  desk('painel/pedidos', 'routes/desk/orders.tsx', 'order.read'),
  desk('painel/pedidos/:id', 'routes/desk/order.tsx', 'order.read', withFile(MAX_FILE_BYTES)),
  desk('painel/pedidos/:id/renegociar', 'routes/desk/renegotiation.tsx', 'renegotiation.review'),
  desk('painel/pedidos/:id/prova/:fileId', 'routes/desk/evidence.ts', 'order.evidence'),
  desk('painel/pedidos/:id/contrato', 'routes/desk/contract-pdf.ts', 'contract.open'),
  desk('painel/clientes', 'routes/desk/customers.tsx', 'customer.read'),
  desk('painel/clientes/:id', 'routes/desk/customer.tsx', 'customer.read'),
  desk('painel/consultas', 'routes/desk/lookups.tsx', 'lookup.read'),
  desk('painel/consultas/:id', 'routes/desk/lookup.tsx', 'lookup.read', withFile(MAX_FILE_BYTES)),
  desk('painel/consultas/:id/resultado/:resultId', 'routes/desk/lookup-file.ts', 'lookup.open'),
  desk('painel/documentos', 'routes/desk/documents.tsx', 'document.read'),
  desk('painel/documentos/:id', 'routes/desk/document.tsx', 'document.read'),
  desk('painel/documentos/:id/arquivo', 'routes/desk/document-file.ts', 'document.open'),
  desk('painel/dinheiro', 'routes/desk/money.tsx', 'money.read'),
  desk('painel/dinheiro/:tipo/:id', 'routes/desk/money-item.tsx', 'money.read', withFile(MAX_FILE_BYTES)),
  desk('painel/dinheiro/pagamento/:id/defesa', 'routes/desk/dispute-pack.ts', 'dispute.pack'),
  desk('painel/numeros', 'routes/desk/numbers.tsx', 'numbers.read'),
  desk('painel/numeros/:tabela', 'routes/desk/numbers-file.ts', 'numbers.read'),
  desk('painel/propostas', 'routes/desk/proposals.tsx', 'proposal.read'),
  desk('painel/propostas/:id', 'routes/desk/proposal.tsx', 'proposal.read'),
  desk('painel/ofertas', 'routes/desk/offers.tsx', 'offer.send'),
  desk('painel/privacidade', 'routes/desk/privacy-requests.tsx', 'privacy.read'),
  desk('painel/privacidade/:id', 'routes/desk/privacy-request.tsx', 'privacy.read'),
  desk('painel/mensagens', 'routes/desk/messages.tsx', 'message.read'),
  desk('painel/mensagens/modelos', 'routes/desk/templates.tsx', 'message.read'),
  desk('painel/conversas', 'routes/desk/conversations.tsx', 'message.read'),
  desk('painel/conversas/:id', 'routes/desk/conversation.tsx', 'message.read'),
  desk('painel/operacao', 'routes/desk/operation.tsx', 'operation.read'),
  desk('painel/catalogo', 'routes/desk/catalogue.tsx', 'catalogue.read'),
  desk('painel/catalogo/mensagens', 'routes/desk/catalogue-messages.tsx', 'catalogue.read'),
  desk('painel/catalogo/mensagens/previa', 'routes/desk/catalogue-message-preview.ts', 'catalogue.read'),
  desk('painel/catalogo/:tipo/:id', 'routes/desk/catalogue-subject.tsx', 'catalogue.read'),
  desk('painel/catalogo/rascunho/:id', 'routes/desk/catalogue-draft.tsx', 'catalogue.read'),
  desk('painel/catalogo/rascunho/:id/pagina', 'routes/desk/catalogue-preview.ts', 'catalogue.read'),
  desk('painel/contratos', 'routes/desk/contracts.tsx', 'log.read'),
  desk('painel/conformidade', 'routes/desk/compliance.tsx', 'compliance.read'),
  desk('painel/equipe', 'routes/desk/team.tsx', 'team.read'),
  desk('painel/acessos', 'routes/desk/access.tsx', 'queue.read'),
  desk('painel/registro', 'routes/desk/log.tsx', 'log.read'),
  desk('painel/eventos', 'routes/desk/events.ts', 'queue.read'),
  desk('painel/presenca', 'routes/desk/presence.ts', 'order.read'),
  deskDoor('painel/entrar', 'routes/desk/enter.tsx'),
  deskDoor('painel/sair', 'routes/desk/leave.ts'),
  invited('painel/convite/:token', 'routes/desk/invitation.tsx'),

  // Available only with the simulator: the design system, the sent messages, a custom offer to try.
  demoOnly('dev/ui', 'routes/dev/ui.tsx'),
  demoOnly('dev/mensagens', 'routes/dev/messages.tsx'),
  demoOnly('dev/mensagens/:id', 'routes/dev/message.tsx'),
  demoOnly('dev/mensagens/:id/html', 'routes/dev/message-html.ts'),
  demoOnly('dev/mensagens.json', 'routes/dev/messages-json.ts'),
  demoOnly('dev/segundo-fator', 'routes/dev/second-factor.tsx'),
  demoOnly('dev/segundo-fator.json', 'routes/dev/second-factor-json.ts'),
  demoOnly('dev/proposta', 'routes/dev/custom-offer.ts'),

  unlisted('*', 'routes/not-found.tsx', forEverybody),
] satisfies RouteConfig
