import { expect, test } from 'vitest'
import { release } from '../../src/modules/catalogue/public.ts'
import { linksAt, type Paths, paths, searchOf } from '../../src/web/paths.ts'
import routes from '../../src/web/routes.ts'
import { traitsAt } from '../../src/web/routing/routing.ts'

const { consultations, services } = release

const id = '0190aaaa-0000-7000-8000-000000000001'
const samples = {
  home: paths.home(),
  services: paths.services(),
  lookupsDialog: paths.lookupsDialog(),
  service: paths.service('clean-name'),
  consultation: paths.consultation('cpf'),
  scamCheck: paths.scamCheck(),
  verifyContract: paths.verifyContract(),
  contractVerifier: paths.contractVerifier(),
  clauseAudio: paths.clauseAudio('2026-11-22.2', 6, { g: 'abc' }),
  contractPdf: paths.contractPdf(id),
  deskContract: paths.deskContract(id),
  lookup: paths.lookup(id),
  lookupEvents: paths.lookupEvents(id),
  lookupSituation: paths.lookupSituation(id),
  lookupResult: paths.lookupResult('key'),
  lookupResultFile: paths.lookupResultFile('key'),
  auth: paths.auth(),
  requestPasswordReset: paths.requestPasswordReset(),
  resetPassword: paths.resetPassword(id),
  confirmEmail: paths.confirmEmail(id),
  checkEmail: paths.checkEmail(),
  createAccount: paths.createAccount(),
  signOut: paths.signOut(),
  customOffer: paths.customOffer(id),
  discardHiring: paths.discardHiring(),
  contract: paths.contract(),
  contractCopy: paths.contractCopy(id),
  contractFile: paths.contractFile(id),
  withdrawal: paths.withdrawal(id),
  payments: paths.payments(),
  receipt: paths.receipt(id),
  paymentSchedule: paths.paymentSchedule(id),
  paymentCalendar: paths.paymentCalendar(id),
  postpone: paths.postpone(id),
  payerLink: paths.payerLink(id),
  payerPage: paths.payerPage('token'),
  payerPageEvents: paths.payerPageEvents('token'),
  payerPageSituation: paths.payerPageSituation('token'),
  payment: paths.payment(),
  paymentEvents: paths.paymentEvents(),
  paymentSituation: paths.paymentSituation(),
  paymentSuccess: paths.paymentSuccess(),
  mercadoPagoNotices: paths.mercadoPagoNotices(),
  pixNotices: paths.pixNotices(),
  tracking: paths.tracking(),
  trackOrder: paths.trackOrder(id),
  trackingVersion: paths.trackingVersion(),
  stepEvidence: paths.stepEvidence(id),
  account: paths.account(),
  documents: paths.documents(),
  document: paths.document(id),
  removeDocument: paths.removeDocument(id),
  privacy: paths.privacy(),
  terms: paths.terms(),
  sitemap: paths.sitemap(),
  desk: paths.desk(),
  deskOrders: paths.deskOrders({ ver: 'all' }),
  deskOrder: paths.deskOrder(id),
  deskEvidence: paths.deskEvidence(id, id),
  deskEnter: paths.deskEnter(),
  deskLeave: paths.deskLeave(),
  deskCustomers: paths.deskCustomers(),
  deskCustomer: paths.deskCustomer(id),
  deskLookups: paths.deskLookups(),
  deskLookup: paths.deskLookup(id),
  deskLookupFile: paths.deskLookupFile(id, id),
  deskDocuments: paths.deskDocuments(),
  deskDocument: paths.deskDocument(id),
  deskDocumentFile: paths.deskDocumentFile(id),
  deskEvents: paths.deskEvents(),
  deskPresence: paths.deskPresence(),
  deskTeam: paths.deskTeam(),
  deskAccess: paths.deskAccess(),
  deskProposals: paths.deskProposals(),
  deskProposal: paths.deskProposal(id),
  deskOffers: paths.deskOffers(),
  deskPrivacy: paths.deskPrivacy(),
  deskPrivacyRequest: paths.deskPrivacyRequest(id),
  privacyLink: paths.privacyLink(),
  ownData: paths.ownData('key'),
  ownDataFile: paths.ownDataFile('key'),
  accountPrivacy: paths.accountPrivacy({ copia: '1' }),
  accountPrivacyFile: paths.accountPrivacyFile(),
  deskMessages: paths.deskMessages(),
  deskTemplates: paths.deskTemplates(),
  deskConversations: paths.deskConversations({ ver: 'todas' }),
  deskConversation: paths.deskConversation(id),
  deskOperation: paths.deskOperation(),
  deskMoney: paths.deskMoney(),
  deskMoneyItem: paths.deskMoneyItem('credito', id),
  deskDisputePack: paths.deskDisputePack(id),
  deskCatalogue: paths.deskCatalogue(),
  deskSubject: paths.deskSubject('servico', 'clean-name'),
  deskDraft: paths.deskDraft(id),
  deskPreview: paths.deskPreview(id, { caminho: '/' }),
  deskCatalogueMessages: paths.deskCatalogueMessages({ busca: 'recibo' }),
  deskMessagePreview: paths.deskMessagePreview({ rascunho: id, exemplo: '1' }),
  deskCompliance: paths.deskCompliance(),
  deskLog: paths.deskLog(),
  deskNumbers: paths.deskNumbers({ periodo: '90' }),
  deskNumbersFile: paths.deskNumbersFile('vendas.csv'),
  deskContracts: paths.deskContracts({ antiga: '2026-11-21.1', nova: '2026-11-22.2' }),
  deskRenegotiation: paths.deskRenegotiation(id),
  renegotiation: paths.renegotiation(id),
  agreement: paths.agreement(id),
  messagePreferences: paths.messagePreferences(),
  preferences: paths.preferences('token'),
  stopMessages: paths.stopMessages('token', 'reminders'),
  invitation: paths.invitation('token'),
  devSecondFactor: paths.devSecondFactor(),
  devUi: paths.devUi(),
  devMessages: paths.devMessages(),
  devMessage: paths.devMessage(id),
  devMessageMail: paths.devMessageMail(id),
} satisfies { readonly [Name in keyof Paths]: string }

test.each(Object.entries(samples))('the link %s matches a route', (_name, path) => {
  const { pathname } = new URL(path, 'http://localhost')
  const notFound = routes.at(-1)?.traits
  expect(notFound).toBeDefined()
  expect(traitsAt(pathname)).not.toBe(notFound)
})

test('search parameters are encoded, omitted when undefined, and precede the fragment', () => {
  expect(paths.requestPasswordReset()).toBe('/auth?aba=esqueci-senha')
  expect(paths.resetPassword('a b&c')).toBe('/auth?recuperar=a+b%26c#type=recovery')
  expect(paths.lookupsDialog()).toBe('/services?consultas=1#consultas')
  expect(paths.account({ aba: 'cadastro', tipo: 'juridica' }, 'documentos')).toBe(
    '/account?aba=cadastro&tipo=juridica#documentos',
  )
  expect(paths.tracking({})).toBe('/tracking')
  expect(paths.document('a/../b')).toBe('/account/documentos/a%2F..%2Fb')
})

test('a page reads the parameters that its links set', () => {
  const request = { url: `http://localhost${paths.tracking({ q: 'José & Cia' })}` }
  expect(searchOf('tracking', request).get('q')).toBe('José & Cia')
})

test('links are the paths with the origin', () => {
  const links = linksAt('https://exemplo.com.br')
  expect(links.home()).toBe('https://exemplo.com.br/')
  expect(links.contractCopy(id)).toBe(`https://exemplo.com.br/contract/copia/${id}`)
  expect(links.pixNotices()).toBe('https://exemplo.com.br/webhooks/pix')
  expect(links.resetPassword(id)).toBe(`https://exemplo.com.br/auth?recuperar=${id}#type=recovery`)
})

test('every service and look-up has its own page', () => {
  const pages = [
    ...services.map((sold) => paths.service(sold.id)),
    ...consultations.map((sold) => paths.consultation(sold.id)),
  ]
  expect(new Set(pages).size).toBe(pages.length)
  for (const page of pages) expect(traitsAt(page).robots).toHaveProperty('listed')
})
