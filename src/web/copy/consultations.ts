import { type Centavos, formatBRL } from '../../core/money.ts'
import type { ConsultationId } from '../../modules/catalogue/public.ts'
import type { AccountLookup } from '../../modules/consultations/public.ts'
import { CPF_DIGITS, NAME_MAX, NAME_MIN, PHONE_MIN } from '../forms/lengths.ts'
import type { BadgeTone } from '../ui/badge.tsx'
import { tooManyRequests } from './too-many-requests.ts'

/** Texts of the four one-off look-ups and of the private page of each: specification, sections 2, 5, 7 and 8. */
export const consultCopy = {
  titles: {
    cpf: 'Veja o seu CPF antes de pedir crédito',
    complete: 'O que consta no seu nome, de uma vez só',
    bacen: 'O que os bancos informam de você ao Banco Central',
    rating: 'A nota que os bancos dão ao seu crédito',
  } satisfies Record<ConsultationId, string>,
  result: 'Resultado',
  once: 'Você paga uma vez só. Não é assinatura.',
  shows: 'O que você recebe',

  formTitle: 'Peça a sua consulta',
  cpf: 'CPF',
  name: 'Nome completo',
  phone: 'Telefone com DDD',
  phoneHint: 'O do WhatsApp: é por ele que avisamos do resultado.',
  email: 'E-mail',
  emailHint: 'É para ele que mandamos o link da sua consulta.',
  method: 'Forma de pagamento',
  pix: { title: 'Pix', how: 'O código aparece na próxima tela.' },
  card: { title: 'Cartão de crédito', how: 'Na página segura do Mercado Pago.' },
  submit: 'Ir para o pagamento',
  busy: 'Gerando pagamento...',
  privacy: 'Seus dados são guardados com criptografia e usados só para esta consulta.',
  privacyLink: 'Política de Privacidade',

  nextTitle: 'O que acontece em seguida',
  next: (promise: string) => [
    { title: 'Você paga', text: 'Por Pix ou cartão. A confirmação aparece sozinha na tela.' },
    { title: 'Nossa equipe faz a consulta', text: `O resultado fica pronto ${promise} depois do pagamento.` },
    {
      title: 'Avisamos no WhatsApp',
      text: 'Você acompanha tudo por um link só seu, sem precisar de cadastro.',
    },
  ],
  whoTitle: 'Quem pode pedir',
  who: 'O titular do CPF, ou quem tem autorização dele. Ao pedir, você declara isso: guardamos a declaração com data, hora e endereço IP.',
  late: 'Se o resultado não sair no prazo, devolvemos o seu dinheiro.',
  back: 'Ver todas as consultas',
} as const

/** Error messages of the form: in section 5, the messages of the CPF page differ from those of the other three. */
export const consultFieldErrors = {
  cpfShort: `CPF deve ter ${CPF_DIGITS} dígitos`,
  cpf: 'CPF inválido',
  nameRequired: 'Nome obrigatório',
  nameShort: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  nameLong: `Nome deve ter no máximo ${NAME_MAX} caracteres`,
  phoneShort: `Telefone deve ter pelo menos ${PHONE_MIN} dígitos`,
  phone: 'Telefone inválido',
  email: 'E-mail inválido',
  emailNeeded: 'Para gerar este pagamento, informe o seu e-mail',
  method: 'Selecione um método de pagamento',
  declaration: 'Confirme que você é o titular ou tem autorização',
} as const

/** Toasts: specification, section 8. The CPF page has its own title. */
export const consultToasts = {
  failedCpf: 'Erro ao gerar pagamento',
  failed: 'Erro ao processar',
  again: 'Tente novamente em alguns instantes.',
  payer: 'Confira o CPF e o e-mail e tente novamente.',
  emailNeeded: 'Falta o seu e-mail: é com ele que o pagamento é gerado.',
  askAgain:
    'O pagamento não foi aceito com estes dados. Nada foi cobrado: peça a consulta de novo, com o seu e-mail.',
  tooMany: tooManyRequests,
  notSold: 'Esta consulta não está à venda agora. Nada foi cobrado.',
  priceChanged: (price: Centavos) =>
    `O preço desta consulta mudou enquanto você preenchia: agora é ${formatBRL(price)}. Nada foi cobrado. Se concordar, confirme de novo.`,
  pix: { title: 'Código Pix gerado', text: 'Copie o código e pague no aplicativo do seu banco.' },
  card: { title: 'Pedido registrado', text: 'Falta só pagar com o cartão.' },
} as const

/** Texts of the private page of a look-up. */
export const lookupCopy = {
  description: 'Acompanhe a sua consulta.',
  keep: {
    title: 'Guarde este link',
    text: 'Quem tiver o link vê o andamento: não compartilhe.',
    copy: 'Copiar link',
    copied: 'Link copiado!',
  },
  usePix: 'Prefiro pagar com Pix',
  useCard: 'Prefiro pagar com cartão',
  another: 'Fazer outra consulta',
  /** What was paid was not the price, and has gone back. */
  payAgain: {
    text: 'O valor que chegou não era o cobrado e voltou para a conta ou o cartão de quem pagou. A consulta ainda não foi paga: para continuar, pague o valor inteiro.',
    action: 'Pagar de novo',
  },
  help: 'Preciso de ajuda no WhatsApp',
  about: 'Olá! Preciso de ajuda com a minha consulta.',
  kind: 'Consulta',
  cpf: 'CPF consultado',
  amount: 'Valor pago',
  until: (instant: string) => `até ${instant}`,
  steps: {
    label: 'Andamento da consulta',
    asked: 'Pedido registrado',
    paid: 'Pagamento aprovado',
    result: 'Resultado',
    resultText: 'Nossa equipe está consultando. Avisamos no seu WhatsApp.',
    delivered: 'Resultado entregue',
  },
  paid: {
    title: 'Pagamento aprovado!',
    lead: (promise: string) => `A sua consulta está com a nossa equipe. O resultado fica pronto ${promise}.`,
  },
  late: {
    lead: (promise: string) => `A sua consulta está com a nossa equipe. O prazo era ${promise}.`,
    title: 'O prazo já passou',
    text: 'Pedimos desculpas. Fale com a gente no WhatsApp: entregamos agora ou devolvemos o seu dinheiro, como você preferir.',
  },
  delivered: {
    title: 'Consulta entregue',
    lead: {
      live: 'O seu resultado está pronto. Ele só abre para quem pediu a consulta: confirmamos que é você na próxima tela.',
      expired:
        'O link do resultado venceu. Peça outro na próxima tela: ele vai para o contato do seu pedido, e só você recebe.',
      revoked: 'Nossa equipe cancelou o link do resultado. Fale com a gente no WhatsApp para receber outro.',
      erased: 'O prazo em que guardamos o resultado terminou, e ele foi apagado.',
      outside: 'O resultado desta consulta já foi entregue a você. Não chegou? Fale com a gente no WhatsApp.',
    },
    open: 'Ver o resultado',
  },
  refunding: {
    title: 'Estamos devolvendo o seu dinheiro',
    lead: 'A consulta não saiu no prazo. Pedimos a devolução do valor inteiro, para a mesma conta ou o mesmo cartão: você não precisa fazer nada.',
  },
  cancelled: {
    title: 'Consulta cancelada',
    lead: 'Nada mais será cobrado por ela. Se você pagou, o dinheiro volta para a mesma conta.',
  },
  reversed: {
    title: 'Pagamento devolvido',
    lead: 'O valor desta consulta voltou para a conta ou o cartão de quem pagou.',
  },
} as const

/** Texts of the look-ups in 'Minha Conta'. */
export const accountLookupsCopy = {
  title: 'Suas consultas',
  about: (cpf: string) => `CPF ${cpf}`,
  requestedAt: (instant: string) => `pedida em ${instant}`,
  failed: 'Não conseguimos carregar as suas consultas agora. Recarregue a página em alguns instantes.',
} as const

/** Label of a look-up's state and tone of its badge. */
export const accountLookupStates: Record<AccountLookup['state'], { label: string; tone: BadgeTone }> = {
  awaiting_payment: { label: 'Aguardando pagamento', tone: 'now' },
  running: { label: 'Em andamento', tone: 'primary' },
  late: { label: 'Passou do prazo', tone: 'now' },
  refunding: { label: 'Devolvendo o dinheiro', tone: 'neutral' },
  delivered: { label: 'Entregue', tone: 'success' },
  cancelled: { label: 'Cancelada', tone: 'destructive' },
}
