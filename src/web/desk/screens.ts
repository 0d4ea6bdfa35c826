import { paths } from '../paths.ts'
import type { Screen } from './desk-app.tsx'

/**
 * Screens that React Router runs in the browser for the desk, each in a separate file that is fetched when it is first opened.
 * routes.ts contains the same paths, with their loaders and actions, and the required rights.
 */
export const screens = {
  queue: { path: paths.desk(), load: async () => (await import('./queue/queue-screen.tsx')).QueueScreen },
  orders: {
    path: paths.deskOrders(),
    load: async () => (await import('./orders/orders-screen.tsx')).OrdersScreen,
  },
  order: {
    path: paths.deskOrder(':id'),
    load: async () => (await import('./orders/order-screen.tsx')).OrderScreen,
  },
  renegotiation: {
    path: paths.deskRenegotiation(':id'),
    load: async () => (await import('./renegotiation/renegotiation-screen.tsx')).RenegotiationScreen,
  },
  customers: {
    path: paths.deskCustomers(),
    load: async () => (await import('./customers/customers-screen.tsx')).CustomersScreen,
  },
  customer: {
    path: paths.deskCustomer(':id'),
    load: async () => (await import('./customers/customer-screen.tsx')).CustomerScreen,
  },
  lookups: {
    path: paths.deskLookups(),
    load: async () => (await import('./lookups/lookups-screen.tsx')).LookupsScreen,
  },
  lookup: {
    path: paths.deskLookup(':id'),
    load: async () => (await import('./lookups/lookup-screen.tsx')).LookupScreen,
  },
  documents: {
    path: paths.deskDocuments(),
    load: async () => (await import('./documents/documents-screen.tsx')).DocumentsScreen,
  },
  document: {
    path: paths.deskDocument(':id'),
    load: async () => (await import('./documents/document-screen.tsx')).DocumentScreen,
  },
  money: {
    path: paths.deskMoney(),
    load: async () => (await import('./money/money-screen.tsx')).MoneyScreen,
  },
  moneyItem: {
    path: paths.deskMoneyItem(':tipo', ':id'),
    load: async () => (await import('./money/item-screen.tsx')).MoneyItemScreen,
  },
  numbers: {
    path: paths.deskNumbers(),
    load: async () => (await import('./numbers/numbers-screen.tsx')).NumbersScreen,
  },
  proposals: {
    path: paths.deskProposals(),
    load: async () => (await import('./proposals/proposals-screen.tsx')).ProposalsScreen,
  },
  proposal: {
    path: paths.deskProposal(':id'),
    load: async () => (await import('./proposals/proposal-screen.tsx')).ProposalScreen,
  },
  offers: {
    path: paths.deskOffers(),
    load: async () => (await import('./proposals/offers-screen.tsx')).OffersScreen,
  },
  privacyRequests: {
    path: paths.deskPrivacy(),
    load: async () => (await import('./privacy/requests-screen.tsx')).PrivacyRequestsScreen,
  },
  privacyRequest: {
    path: paths.deskPrivacyRequest(':id'),
    load: async () => (await import('./privacy/request-screen.tsx')).PrivacyRequestScreen,
  },
  messages: {
    path: paths.deskMessages(),
    load: async () => (await import('./messages/messages-screen.tsx')).MessagesScreen,
  },
  templates: {
    path: paths.deskTemplates(),
    load: async () => (await import('./messages/templates-screen.tsx')).TemplatesScreen,
  },
  conversations: {
    path: paths.deskConversations(),
    load: async () => (await import('./conversations/conversations-screen.tsx')).ConversationsScreen,
  },
  conversation: {
    path: paths.deskConversation(':id'),
    load: async () => (await import('./conversations/conversation-screen.tsx')).ConversationScreen,
  },
  operation: {
    path: paths.deskOperation(),
    load: async () => (await import('./operation/operation-screen.tsx')).OperationScreen,
  },
  catalogue: {
    path: paths.deskCatalogue(),
    load: async () => (await import('./catalogue/catalogue-screen.tsx')).CatalogueScreen,
  },
  catalogueMessages: {
    path: paths.deskCatalogueMessages(),
    load: async () => (await import('./catalogue/message-words-screen.tsx')).MessageWordsScreen,
  },
  catalogueSubject: {
    path: paths.deskSubject(':tipo', ':id'),
    load: async () => (await import('./catalogue/subject-screen.tsx')).SubjectScreen,
  },
  catalogueDraft: {
    path: paths.deskDraft(':id'),
    load: async () => (await import('./catalogue/draft-screen.tsx')).DraftScreen,
  },
  contracts: {
    path: paths.deskContracts(),
    load: async () => (await import('./contracts/contracts-screen.tsx')).ContractsScreen,
  },
  compliance: {
    path: paths.deskCompliance(),
    load: async () => (await import('./compliance/compliance-screen.tsx')).ComplianceScreen,
  },
  team: { path: paths.deskTeam(), load: async () => (await import('./team/team-screen.tsx')).TeamScreen },
  access: {
    path: paths.deskAccess(),
    load: async () => (await import('./team/access-screen.tsx')).AccessScreen,
  },
  log: { path: paths.deskLog(), load: async () => (await import('./log/log-screen.tsx')).LogScreen },
} as const satisfies Record<string, { path: string; load: () => Promise<Screen<never>> }>

export type ScreenId = keyof typeof screens
