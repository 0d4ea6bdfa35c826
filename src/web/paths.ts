/**
 * All URLs of the product, built with `href`, which has the types of React Router's `href`: renaming a route in routes.ts is a
 * type error here and wherever its parameters are given. No other file writes a path (scripts/lib/handwritten-paths.ts). Modules
 * receive these as absolute links (`linksAt`).
 */
import type { ConsultationId, ServiceId } from '../modules/catalogue/public.ts'
import type { PersonType } from '../modules/registrations/public.ts'
import type {
  conversationListNames,
  documentListNames,
  lookupListNames,
  messageListNames,
  NameIn,
  periodNames,
  proposalListNames,
  queueViewNames,
  requestListNames,
} from './desk/list-names.ts'
import { href } from './href.ts'

/** Search parameters that the links of each page contain and its loader reads. */
type PageSearch = {
  services: { consultas?: '1' }
  service: { plano?: string; tipo?: 'pj'; enviado?: '1' }
  auth: {
    aba?: 'criar-conta' | 'esqueci-senha' | 'trocar-senha'
    /** The token of a recovery e-mail. The server immediately moves it from the URL to a cookie. */
    recuperar?: string
    recuperacao?: '1'
    /** A recovery e-mail was just asked for. */
    enviado?: '1'
  }
  confirmEmail: { token: string }
  contract: {
    termos?: '1'
    /** Expands every part of the contract. */
    inteiro?: '1'
  }
  /** The hash of the recording, so that browsers can cache it. */
  clauseAudio: { g: string }
  renegotiation: { termos?: '1' }
  payments: {
    aba?: 'pagas'
    /** Shows every row of a long list. */
    todas?: '1'
    /** The page of a list of many orders. */
    pagina?: string
  }
  /** Shows the field for the code, after it was sent. */
  lookupResult: { codigo?: '1' }
  tracking: { q?: string; pagina?: string }
  account: { aba?: 'cadastro' | 'trocar-senha'; tipo?: PersonType; remover?: string }
  ownData: {
    /** Shows everything expanded, to read or to print. */
    copia?: '1'
    /** Shows the effects of an erasure, and its button. */
    apagar?: '1'
  }
  deskPrivacy: { ver?: NameIn<typeof requestListNames>; depois?: string }
  documents: {
    tipo?: PersonType
    /** The document request of the team that the file answers. */
    pedido?: string
    /** The account that the page was made for (ui/account-field.tsx). */
    conta?: string | undefined
  }
  desk: {
    ver?: NameIn<typeof queueViewNames>
    tipo?: string
    /** The position where the page of the list begins. */
    depois?: string
    /** The obligation that is shown beside the list. */
    item?: string
  }
  deskLookups: { ver?: NameIn<typeof lookupListNames>; depois?: string }
  deskDocuments: { ver?: NameIn<typeof documentListNames>; depois?: string }
  deskOrders: {
    ver?: string
    q?: string
    /** The position where the page of the list begins. */
    depois?: string
  }
  deskEnter: { voltar?: string }
  deskMessages: { ver?: NameIn<typeof messageListNames>; depois?: string }
  deskConversations: { ver?: NameIn<typeof conversationListNames>; depois?: string }
  deskProposals: { ver?: NameIn<typeof proposalListNames>; depois?: string }
  /** Compares the data that a restored database may lack, which requires reading a whole journal. */
  deskOperation: { esquecidos?: '1' }
  deskMoney: {
    /** The age of the open instalments that are listed. */
    idade?: string
    /** The position where the page of the list begins. */
    depois?: string
  }
  deskPreview: { caminho: string }
  deskCatalogueMessages: { busca?: string }
  deskSubject: { exemplo?: string }
  deskDraft: { exemplo?: string }
  /** The message of a draft, otherwise the message in force; and which of its example cases. */
  deskMessagePreview: { rascunho?: string; mensagem?: string; exemplo?: string }
  deskContracts: {
    /** The two versions that are compared. */
    antiga?: string
    nova?: string
    /** The version whose contracts are listed. */
    lista?: string
    /** The position where the page of the list begins. */
    depois?: string
  }
  deskLog: { sobre?: string; antes?: string; quem?: string }
  deskNumbers: {
    periodo?: NameIn<typeof periodNames>
    /** In the format 'AAAA-MM'. */
    mes?: string
    de?: string
    ate?: string
  }
  devMessageMail: { tema?: 'escuro' }
  devUi: { dialogo?: '1'; aba?: 'pagas' }
}

const servicePages = {
  'clean-name': href('/service/clean-name'),
  'credit-rating': href('/service/credit-rating'),
  'bacen-clean': href('/service/bacen-clean'),
  'serasa-score': href('/service/serasa-score'),
  'credit-viability': href('/service/credit-viability'),
  'cnh-rehabilitation': href('/service/cnh-rehabilitation'),
  'traffic-fines': href('/service/traffic-fines'),
  'contract-review': href('/service/contract-review'),
  'federal-tax-solution': href('/service/federal-tax-solution'),
  'vehicle-financing': href('/service/vehicle-financing'),
  'home-financing': href('/service/home-financing'),
} satisfies Record<ServiceId, string>

const consultationPages = {
  cpf: href('/cpf-consult'),
  complete: href('/complete-consult'),
  rating: href('/rating-consult'),
  bacen: href('/bacen-consult'),
} satisfies Record<ConsultationId, string>

export const paths = {
  home: () => href('/'),
  services: () => href('/services'),
  /** The catalogue with the look-ups dialog open. */
  lookupsDialog: () =>
    at(href('/services'), { consultas: '1' } satisfies PageSearch['services'], 'consultas'),
  service: (
    id: ServiceId,
    search: PageSearch['service'] = {},
    section?: 'planos' | 'contratar' | 'proposta',
  ) => at(servicePages[id], search, section),
  consultation: (id: ConsultationId) => consultationPages[id],
  /** The page that checks whether a received message or code is ours. */
  scamCheck: () => href('/e-golpe'),
  verifyContract: () => href('/conferir-contrato'),
  contractVerifier: () => href('/conferir-contrato/programa'),

  /** The private page of one look-up. */
  lookup: (key: string) => href('/consulta/:key', { key }),
  lookupEvents: (key: string) => href('/consulta/:key/eventos', { key }),
  lookupSituation: (key: string) => href('/consulta/:key/situacao', { key }),
  /** The result of one look-up, and its file. It has a separate key, which expires. */
  lookupResult: (key: string, search: PageSearch['lookupResult'] = {}) =>
    at(href('/resultado/:key', { key }), search),
  lookupResultFile: (key: string) => href('/resultado/:key/arquivo', { key }),

  auth: (search: PageSearch['auth'] = {}) => at(href('/auth'), search),
  requestPasswordReset: () => at(href('/auth'), { aba: 'esqueci-senha' } satisfies PageSearch['auth']),
  resetPassword: (token: string) =>
    at(href('/auth'), { recuperar: token } satisfies PageSearch['auth'], 'type=recovery'),
  confirmEmail: (token: string) =>
    at(href('/auth/confirmar'), { token } satisfies PageSearch['confirmEmail']),
  /** The page on which a sign-up waits until its e-mail address is confirmed. */
  checkEmail: () => href('/auth/confira-seu-email'),
  createAccount: () => href('/create-account'),
  signOut: () => href('/sair'),

  customOffer: (offerId: string) => href('/proposta/:offerId', { offerId }),
  /** Deletes a hiring that was not signed. */
  discardHiring: () => href('/contratacao/apagar'),
  contract: (search: PageSearch['contract'] = {}, section?: 'aceitar' | 'partes' | 'vencimento') =>
    at(href('/contract'), search, section),
  clauseAudio: (version: string, clause: number, search: PageSearch['clauseAudio']) =>
    at(href('/contract/audio/:version/:clause', { version, clause: String(clause) }), search),
  contractCopy: (orderId: string) => href('/contract/copia/:orderId', { orderId }),
  contractPdf: (orderId: string) => href('/contract/copia/:orderId/pdf', { orderId }),
  contractFile: (orderId: string) => href('/contract/copia/:orderId/texto', { orderId }),
  /** The team's proposal for the open amount of an order. */
  renegotiation: (id: string, search: PageSearch['renegotiation'] = {}, section?: 'aceitar') =>
    at(href('/contract/renegociar/:id', { id }), search, section),
  withdrawal: (orderId: string) => href('/contract/desistir/:orderId', { orderId }),

  payments: (search: PageSearch['payments'] = {}) => at(href('/payments'), search),
  /** The page on which another form of payment is agreed. */
  agreement: (orderId: string) => href('/payments/combinar/:orderId', { orderId }),
  /** By the `receiptId` of an instalment. */
  receipt: (receiptId: string) => href('/payments/recibo/:receiptId', { receiptId }),
  paymentSchedule: (orderId: string) => href('/payments/carne/:orderId', { orderId }),
  /** An order's open instalments, as a calendar file. */
  paymentCalendar: (orderId: string) => href('/payments/agenda/:orderId', { orderId }),
  postpone: (instalmentId: string) => href('/payments/adiar/:instalmentId', { instalmentId }),
  payerLink: (instalmentId: string) => href('/payments/link/:instalmentId', { instalmentId }),
  /** The page on which a third party pays one instalment. The token is a secret. */
  payerPage: (token: string) => href('/pagar/:token', { token }),
  payerPageEvents: (token: string) => href('/pagar/:token/eventos', { token }),
  payerPageSituation: (token: string) => href('/pagar/:token/situacao', { token }),
  payment: () => href('/payment'),
  paymentEvents: () => href('/payment/eventos'),
  paymentSituation: () => href('/payment/situacao'),
  paymentSuccess: () => href('/payment-success'),
  mercadoPagoNotices: () => href('/webhooks/mercadopago'),
  /** Without a trailing slash, because banks append `/pix` themselves. */
  pixNotices: () => href('/webhooks/pix/*', { '*': '' }).replace(/\/$/, ''),

  tracking: (search: PageSearch['tracking'] = {}) => at(href('/tracking'), search),
  /** The list of orders, filtered to one order by its number or id. */
  trackOrder: (numberOrId: string) =>
    at(href('/tracking'), { q: numberOrId } satisfies PageSearch['tracking']),
  trackingVersion: () => href('/tracking/versao'),
  /** The evidence of a step, if the team shares it. */
  stepEvidence: (fileId: string) => href('/tracking/comprovante/:fileId', { fileId }),

  account: (search: PageSearch['account'] = {}, section?: 'documentos' | 'aparelhos') =>
    at(href('/account'), search, section),
  documents: (search: PageSearch['documents'] = {}) => at(href('/account/documentos'), search),
  document: (id: string) => href('/account/documentos/:id', { id }),
  removeDocument: (id: string, search: PageSearch['documents'] = {}) =>
    at(href('/account/documentos/:id/remover', { id }), search),

  /** The page with the topics and channels of the messages to a person. */
  messagePreferences: () => href('/account/avisos'),
  /** The same page, by the link in a message. The token is a secret. */
  preferences: (token: string) => href('/preferencias/:token', { token }),
  /** The URL to which mail programs post to stop a topic. */
  stopMessages: (token: string, topic: string) => href('/preferencias/:token/parar/:topic', { token, topic }),

  privacy: () => href('/privacidade'),
  /** The form on which a person without an account requests a link to their own data. */
  privacyLink: () => href('/privacidade/meus-dados'),
  /** The data of a verified address, and its file. The key is a secret. */
  ownData: (key: string, search: PageSearch['ownData'] = {}) => at(href('/dados/:key', { key }), search),
  ownDataFile: (key: string) => href('/dados/:key/arquivo', { key }),
  /** The privacy centre of an account, and the account's data as a file. */
  accountPrivacy: (search: PageSearch['ownData'] = {}) => at(href('/account/privacidade'), search),
  accountPrivacyFile: () => href('/account/privacidade/arquivo'),
  terms: (section?: 'garantia') => at(href('/termos'), {}, section),
  sitemap: () => href('/sitemap.xml'),

  /** The desk's start page, with its queue. */
  desk: (search: PageSearch['desk'] = {}) => at(href('/painel'), search),
  deskOrders: (search: PageSearch['deskOrders'] = {}) => at(href('/painel/pedidos'), search),
  deskContract: (id: string) => href('/painel/pedidos/:id/contrato', { id }),
  deskOrder: (id: string, section?: 'conversas') => at(href('/painel/pedidos/:id', { id }), {}, section),
  /** Evidence of a step, for the team. */
  deskEvidence: (id: string, fileId: string) => href('/painel/pedidos/:id/prova/:fileId', { id, fileId }),
  /** A new schedule for the open part of an order. */
  deskRenegotiation: (id: string) => href('/painel/pedidos/:id/renegociar', { id }),
  deskEnter: (search: PageSearch['deskEnter'] = {}) => at(href('/painel/entrar'), search),
  deskLeave: () => href('/painel/sair'),
  deskCustomers: () => href('/painel/clientes'),
  deskCustomer: (id: string, section?: 'conversas') => at(href('/painel/clientes/:id', { id }), {}, section),
  deskLookups: (search: PageSearch['deskLookups'] = {}) => at(href('/painel/consultas'), search),
  deskLookup: (id: string) => href('/painel/consultas/:id', { id }),
  deskLookupFile: (id: string, resultId: string) =>
    href('/painel/consultas/:id/resultado/:resultId', { id, resultId }),
  deskDocuments: (search: PageSearch['deskDocuments'] = {}) => at(href('/painel/documentos'), search),
  deskDocument: (id: string) => href('/painel/documentos/:id', { id }),
  deskDocumentFile: (id: string) => href('/painel/documentos/:id/arquivo', { id }),
  deskMoney: (search: PageSearch['deskMoney'] = {}) => at(href('/painel/dinheiro'), search),
  deskDisputePack: (id: string) => href('/painel/dinheiro/pagamento/:id/defesa', { id }),
  /** Page on which the team decides about an item of money. */
  deskMoneyItem: (tipo: string, id: string) => href('/painel/dinheiro/:tipo/:id', { tipo, id }),
  deskNumbers: (search: PageSearch['deskNumbers'] = {}) => at(href('/painel/numeros'), search),
  /** One table of the numbers as a file. */
  deskNumbersFile: (tabela: string, search: PageSearch['deskNumbers'] = {}) =>
    at(href('/painel/numeros/:tabela', { tabela }), search),
  deskProposals: (search: PageSearch['deskProposals'] = {}) => at(href('/painel/propostas'), search),
  deskProposal: (id: string) => href('/painel/propostas/:id', { id }),
  deskOffers: () => href('/painel/ofertas'),
  /** Requests of people about their own data. */
  deskPrivacy: (search: PageSearch['deskPrivacy'] = {}) => at(href('/painel/privacidade'), search),
  deskPrivacyRequest: (id: string) => href('/painel/privacidade/:id', { id }),
  deskMessages: (search: PageSearch['deskMessages'] = {}) => at(href('/painel/mensagens'), search),
  deskTemplates: () => href('/painel/mensagens/modelos'),
  deskConversations: (search: PageSearch['deskConversations'] = {}) => at(href('/painel/conversas'), search),
  deskConversation: (id: string) => href('/painel/conversas/:id', { id }),
  deskOperation: (search: PageSearch['deskOperation'] = {}) => at(href('/painel/operacao'), search),
  deskEvents: () => href('/painel/eventos'),
  deskPresence: () => href('/painel/presenca'),
  deskTeam: () => href('/painel/equipe'),
  deskAccess: () => href('/painel/acessos'),
  deskCatalogue: () => href('/painel/catalogo'),
  deskCatalogueMessages: (search: PageSearch['deskCatalogueMessages'] = {}) =>
    at(href('/painel/catalogo/mensagens'), search),
  deskSubject: (tipo: string, id: string, search: PageSearch['deskSubject'] = {}, section?: 'ver') =>
    at(href('/painel/catalogo/:tipo/:id', { tipo, id }), search, section),
  deskDraft: (id: string, search: PageSearch['deskDraft'] = {}, section?: 'ver') =>
    at(href('/painel/catalogo/rascunho/:id', { id }), search, section),
  deskMessagePreview: (search: PageSearch['deskMessagePreview']) =>
    at(href('/painel/catalogo/mensagens/previa'), search),
  /** A page of the shop, rendered from a draft. */
  deskPreview: (id: string, search: PageSearch['deskPreview']) =>
    at(href('/painel/catalogo/rascunho/:id/pagina', { id }), search),
  deskCompliance: () => href('/painel/conformidade'),
  deskContracts: (search: PageSearch['deskContracts'] = {}, section?: 'lista') =>
    at(href('/painel/contratos'), search, section),
  deskLog: (search: PageSearch['deskLog'] = {}, section?: 'provas') =>
    at(href('/painel/registro'), search, section),
  /** Page on which an invitation to the team is accepted. The token is a secret. */
  invitation: (token: string) => href('/painel/convite/:token', { token }),

  devSecondFactor: () => href('/dev/segundo-fator'),
  devUi: (search: PageSearch['devUi'] = {}, section?: 'exemplo') => at(href('/dev/ui'), search, section),
  devMessages: () => href('/dev/mensagens'),
  /** An e-mail in several widths and colour schemes, and the e-mail alone. */
  devMessage: (id: string) => href('/dev/mensagens/:id', { id }),
  devMessageMail: (id: string, search: PageSearch['devMessageMail'] = {}) =>
    at(href('/dev/mensagens/:id/html', { id }), search),
}

export type Paths = typeof paths
/** The same paths as absolute URLs with the origin, for use outside the site. */
export type Links = { readonly [Name in keyof Paths]: Paths[Name] }

/**
 * Returns the paths with the site's origin, for messages, PDFs and providers.
 *
 * @param publicUrl without a slash at the end
 */
export function linksAt(publicUrl: string): Links {
  const absolute = Object.entries(paths).map(([name, path]) => [
    name,
    (...args: never[]) => publicUrl + (path as (...args: never[]) => string)(...args),
  ])
  return Object.fromEntries(absolute) as Links
}

/** Returns the search parameters of a page. A name that no link of the page uses is a type error. */
export function searchOf<Page extends keyof PageSearch>(_page: Page, request: { url: string }) {
  const { searchParams } = new URL(request.url)
  type Name = keyof PageSearch[Page] & string
  return {
    get: (name: Name) => searchParams.get(name),
    has: (name: Name) => searchParams.has(name),
  }
}

function at(path: string, search: Readonly<Record<string, string | undefined>>, fragment?: string): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return `${path}${query}${fragment ? `#${fragment}` : ''}`
}
