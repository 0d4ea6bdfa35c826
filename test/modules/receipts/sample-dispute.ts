import type { DisputeFacts } from '../../../src/modules/receipts/domain/dispute-content.ts'
import { issuer, orderNumber } from './sample-content.ts'

const at = (day: string) => new Date(`2026-11-${day}T15:00:00Z`)

/** A contested Pix of a contract with an addendum, half completed, with all facts that can be known about it. */
export const contested: DisputeFacts = {
  issuer,
  payment: {
    ...{ provider: 'mercado-pago', providerId: '1325096001', method: 'pix', status: 'in_mediation' },
    ...{
      amount: 49_990,
      refunded: 9990,
      reference: 'recomeco-abc',
      receivedAt: at('03'),
      requestedAt: at('02'),
    },
    endToEndId: 'E18236120202611031500s0a1b2c3d4e',
    payer: { name: 'Ana Souza', document: '52998224725' },
  },
  customer: {
    ...{ name: 'Ana Souza', document: '52998224725', email: 'ana@exemplo.com.br', phone: '+5548999991234' },
    since: at('01'),
  },
  lines: [
    { title: 'Limpeza de Nome, entrada', orderNumber, dueDate: '2026-11-02', amount: 40_000 },
    { title: 'Limpeza de Nome, parcela 1', orderNumber, dueDate: '2026-11-09', amount: 9990 },
  ],
  orders: [
    {
      ...{ number: orderNumber, serviceTitle: 'Limpeza de Nome', status: 'in_progress', progress: 50 },
      startDate: '2026-11-03',
      party: { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' },
      withdrawnAt: undefined,
      signed: [
        {
          ...{ kind: 'contract', text: 'CONTRATO\n\n1. Objeto.', version: '2026-11', sha256: 'a1' },
          ...{ acceptedAtText: '02/11/2026 às 12:00', ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
          ...{ email: 'ana@exemplo.com.br', emailVerified: true, ticked: ['Li e aceito.', 'Recebi cópia.'] },
          ...{ chain: 3, position: 12, recordHash: 'b2', isIntact: true },
        },
        {
          ...{ kind: 'addendum', text: '', version: '2026-11', sha256: 'c3' },
          ...{ acceptedAtText: '05/11/2026 às 12:00', ip: '203.0.113.8', userAgent: 'Mozilla/5.0' },
          ...{ email: 'ana@exemplo.com.br', emailVerified: false, ticked: ['Li e aceito.'] },
          ...{ chain: 3, position: 14, recordHash: 'd4', isIntact: false },
        },
      ],
      steps: [
        {
          ...{ name: 'Diagnóstico', completedAt: at('04'), words: 'Achamos duas dívidas.' },
          ...{ protocol: 'BV-77', fileName: 'laudo.pdf' },
        },
        { name: 'Contestação', completedAt: null, words: '', protocol: null, fileName: undefined },
      ],
      contacts: [
        { at: at('03'), channel: 'whatsapp' },
        { at: at('04'), channel: 'pombo' },
      ],
    },
  ],
  lookup: undefined,
  messages: [
    { at: at('03'), channel: 'email', subject: 'Pagamento recebido' },
    { at: at('04'), channel: 'carta', subject: 'Uma etapa pronta' },
  ],
  history: [
    { at: at('02'), to: 'pending' },
    { at: at('05'), to: 'novo' },
  ],
  returned: [
    { amount: 9990, origin: 'chargeback', status: 'done', requestedAt: at('05'), doneAt: at('06') },
    { amount: 100, origin: 'outra', status: 'outra', requestedAt: at('05'), doneAt: null },
  ],
}

/** A look-up that a guest bought with a card, with few known facts. */
export const bought: DisputeFacts = {
  issuer,
  payment: {
    ...{ provider: 'outro', providerId: '77', method: 'credit_card', status: 'charged_back' },
    ...{ amount: 2990, refunded: 0, reference: null, receivedAt: at('03'), requestedAt: undefined },
    ...{ endToEndId: undefined, payer: { name: undefined, document: '11144477735' } },
  },
  customer: undefined,
  lines: [],
  orders: [],
  lookup: {
    ...{ title: 'Consulta Serasa', subject: 'Bento L., CPF ***.982.247-**', buyer: 'b***@exemplo.com.br' },
    ...{ declaredAt: at('02'), declarationVersion: '2', deliveredAt: at('04'), views: [at('04'), at('05')] },
  },
  messages: [],
  history: [],
  returned: [],
}
