import { countInWords } from '../../core/text.ts'
import { customOfferCopy } from './custom-offer.ts'

/** The contract page and the page of its copy. The clauses come from the contracting module. */
export const contractCopy = {
  meta: { title: 'Contrato', description: 'Leia e aceite o contrato do serviço escolhido.' },
  eyebrow: 'Contratação',
  lead: 'Leia com calma. Cada cláusula tem um resumo em palavras simples.',
  version: (version: string, date: string) => `Versão ${version}, de ${date}.`,
  customer: 'Contratante',
  company: 'Contratada',
  specification: 'O que está contratado',
  cost: 'Quanto custa',
  schedule: 'Quando se paga',
  scheduleColumns: { label: 'Parcela', dueDate: 'Vencimento', amount: 'Valor', method: 'Como' },
  clauses: (count: number) => `As ${countInWords(count)} cláusulas`,
  clause: 'Cláusula',
  plain: 'Em palavras simples:',
  limiting: 'Cláusula que limita direitos: leia com atenção.',
  accept: 'Li o contrato e aceito os termos.',
  acceptHint: 'Sua aceitação é registrada com data, hora e o texto exato, e vale como assinatura.',
  acceptTitle: 'Aceitar o contrato',
  withdrawal: (date: string) =>
    `Você pode desistir até ${date}, sem dar motivo, e recebe de volta tudo o que pagou.`,
  nothingNow: 'Nada é cobrado ao aceitar. O pagamento é a próxima página.',
  back: 'Voltar',
  submit: 'Aceitar e Prosseguir para Pagamento',
  submitBusy: 'Registrando a aceitação...',
  summary: 'Sua escolha',
  total: 'Valor total',

  missing: {
    title: 'Dados não encontrados',
    text: 'Não há uma contratação em andamento neste aparelho. Escolha um serviço para começar.',
  },
  corrupted: {
    title: 'Dados corrompidos',
    text: 'Os dados da contratação não puderam ser lidos. Nada foi contratado nem cobrado. Escolha o serviço de novo.',
  },
  /** A custom offer that closed while the customer was reading its contract. */
  offer_expired: customOfferCopy.closed.expired,
  offer_withdrawn: customOfferCopy.closed.withdrawn,
  toServices: 'Ver serviços',

  accepted: { title: 'Contrato aceito com sucesso!', text: 'Enviamos a confirmação para o seu e-mail.' },
  notTicked: { title: 'Aceite os termos', text: 'Marque a caixa no fim do contrato para continuar.' },
  incomplete: { title: 'Dados incompletos', text: 'Faltam dados para o contrato. Preencha-os de novo.' },
  changed: {
    title: 'O contrato mudou',
    text: 'Datas ou valores mudaram desde que você leu. Confira o texto abaixo e aceite de novo.',
  },
  failed: 'Erro ao processar contrato',
  again: 'Tente novamente em alguns instantes.',
  inner: {
    order_failed: 'Erro ao criar pedido: tente novamente em alguns instantes.',
    steps_failed: 'Erro ao criar etapas do pedido',
    instalments_failed: 'Erro ao criar pagamentos parcelados',
    payment_failed: 'Erro ao criar registro de pagamento',
    acceptance_failed: 'Tente novamente em alguns instantes.',
  },
} as const

export const contractCopyCopy = {
  meta: { title: 'Cópia do contrato', description: 'A cópia do contrato que você aceitou.' },
  eyebrow: 'Cópia do contrato',
  lead: (at: string) => `Aceito em ${at}. Este é o texto exato que você leu e aceitou.`,
  download: 'Baixar como texto (.txt)',
  tracking: 'Acompanhar o serviço',
  fingerprint: 'Impressão digital do texto (SHA-256)',
  fingerprintText: 'Qualquer mudança no texto muda este código. Ele também está no e-mail de confirmação.',
  order: 'Pedido',
  version: 'Versão',
  text: 'Texto do contrato',
  /** Appended to the signed text in the downloaded file. */
  footer: ({ order, at, sha256 }: { order: string; at: string; sha256: string }) =>
    [
      '',
      '=== Fim do texto assinado. O que segue é o registro da aceitação. ===',
      `Pedido: ${order}`,
      `Aceito em: ${at}`,
      `SHA-256 do texto assinado: ${sha256}`,
      '',
    ].join('\n'),
} as const
