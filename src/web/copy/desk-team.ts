/** Texts of the second factor, the team's screen, the invitation and the audit log. */
import { formatBRL } from '../../core/money.ts'
import { counted, countInWords } from '../../core/text.ts'
import type { AppliedCredit } from '../../modules/payments/public.ts'
import { type Right, TOTP_DIGITS } from '../../modules/team/public.ts'
import { instalmentLabel } from './payments.ts'

export const doorCopy = {
  title: 'Segundo fator',
  lead: `Digite o código de ${countInWords(TOTP_DIGITS)} números do seu aplicativo autenticador.`,
  leadAgain: 'Por segurança, confirme de novo que é você.',
  againLead: 'O que você escreveu continua aqui e é enviado depois do código.',
  againKept: 'O que você escreveu está guardado nesta página e é enviado com o código.',
  againFile: 'Escolha o arquivo de novo',
  againGo: 'Confirmar e enviar',
  againConfirm: 'Confirmar',
  againCancel: 'Cancelar',
  closedTitle: 'O painel fechou',
  closedLead:
    'Digite o código do aplicativo para continuar de onde estava. O que você escreveu continua aqui.',
  againProblems: {
    no_answer: 'A rede não respondeu. Tente outra vez.',
    signed_out:
      'A sua conta saiu deste navegador. Entre de novo em outra aba e volte aqui: o que você escreveu continua.',
  },
  code: 'Código',
  codeHint: 'Perdeu o celular? Digite um dos códigos de recuperação.',
  go: 'Entrar no painel',
  setUpTitle: 'Proteja o seu acesso',
  setUpLead:
    'O painel guarda dados de muita gente. Além da senha, ele pede um código que só o seu celular sabe.',
  setUpSteps: [
    'Abra um aplicativo autenticador no celular: Google Authenticator, Microsoft Authenticator, 1Password ou outro.',
    'Leia o código abaixo com a câmera, ou digite a chave.',
    `Digite aqui os ${countInWords(TOTP_DIGITS)} números que o aplicativo mostra.`,
  ],
  qr: 'Código QR para o aplicativo autenticador',
  secret: 'Chave',
  setUpGo: 'Confirmar e entrar',
  recoveryTitle: 'Guarde estes códigos',
  recoveryLead:
    'Cada um abre o painel uma vez, se você perder o celular. Anote ou imprima: eles não aparecem de novo.',
  recoveryGo: 'Guardei, abrir o painel',
  refusals: {
    wrong_code: 'Este código não vale. Espere o aplicativo mostrar o próximo e digite de novo.',
    too_many_attempts: 'Muitas tentativas. Espere alguns minutos e tente outra vez.',
  },
} as const

export const invitationCopy = {
  title: 'Convite para a equipe',
  lead: (role: string) => `Crie a sua senha para entrar como ${role}.`,
  email: 'E-mail',
  password: 'Senha',
  passwordHint: 'Se este e-mail já tem conta aqui, ela continua com a senha que tinha.',
  go: 'Aceitar o convite',
  accepted: {
    title: 'Convite aceito',
    text: 'Entre com o seu e-mail e a sua senha. Depois, tenha o celular por perto.',
  },
} as const

export const teamCopy = {
  title: 'Equipe',
  members: 'Quem trabalha aqui',
  you: 'você',
  role: 'Função',
  changeRole: 'Mudar função',
  remove: 'Tirar da equipe',
  resetFactor: 'Zerar segundo fator',
  resetHint:
    'Se a pessoa perdeu o celular: as sessões dela terminam, e no próximo acesso ela cria outro segundo fator.',
  endSessions: 'Encerrar sessões',
  endSessionsHint:
    'Cada aparelho em que a pessoa está, na loja e no painel, volta para a tela de entrada. A função e o segundo fator continuam.',
  everybody: 'Sessões de todos',
  endEverySession: 'Encerrar as sessões de todos',
  endEverySessionHint:
    'Todos os clientes e toda a equipe precisam entrar de novo; só você continua aqui. Para quando sessões podem ter sido copiadas.',
  reason: 'Por quê (fica no registro)',
  manage: 'Mudar acesso',
  customer: 'nenhuma: tirar da equipe',
  invitations: 'Convites enviados',
  noInvitations: 'Nenhum convite esperando.',
  validUntil: (date: string) => `vale até ${date}`,
  withdraw: 'Cancelar convite',
  invite: 'Convidar alguém',
  name: 'Nome',
  email: 'E-mail',
  inviteGo: 'Enviar convite',
  inviteReason: 'convite pela tela da equipe',
  withdrawReason: 'convite cancelado na tela da equipe',
  done: {
    invited: (email: string) => `Convite enviado a ${email}.`,
    withdrawn: 'Convite cancelado.',
    role: 'Função mudada. A pessoa precisa entrar de novo.',
    removed: 'A pessoa não é mais da equipe, e as sessões dela terminaram.',
    sessions: (count: number) =>
      count === 0
        ? 'Nenhuma sessão estava aberta.'
        : counted(count, 'sessão encerrada.', 'sessões encerradas.'),
    factor: 'Segundo fator zerado. No próximo acesso a pessoa cria outro.',
  },
} as const

/** Texts of the list of the member's own sessions at the desk. */
export const accessCopy = {
  title: 'Meus acessos',
  sessions: 'Onde o painel está aberto com a sua conta',
  lead: 'Não reconhece um aparelho? Encerre o acesso dele e troque a sua senha.',
  password: 'Trocar a senha',
  thisOne: 'este navegador',
  since: (moment: string) => `desde ${moment}`,
  endSession: 'Encerrar',
  endOthers: 'Encerrar todos os outros',
  ended: 'Acesso encerrado.',
  recovery: 'Códigos de recuperação',
  codesLeft: (count: number) =>
    count === 1 ? 'Resta 1 código de recuperação.' : `Restam ${count} códigos de recuperação.`,
  renew: 'Criar códigos novos',
  renewLead: 'Os códigos novos aparecem uma vez. Os de antes deixam de valer na hora.',
  renewReason: 'códigos de recuperação novos',
  renewed: 'Códigos novos criados. Os de antes não valem mais.',
  newCodes: 'Seus códigos novos',
  keepThem: 'Anote ou imprima agora: eles não aparecem de novo.',
} as const

const evidenceRead = (records: number) => counted(records, 'contrato ou aditivo', 'contratos e aditivos')

/** Rights to read are not recorded, except that of a payment that was set aside. */
type RecordedAction = Exclude<Right, `${string}.read` | 'day.close'> | 'set-aside.read' | 'team.found'

export const logCopy = {
  title: 'Registro',
  lead: 'Tudo o que a equipe fez, em ordem, cada linha presa à anterior.',
  intact: (count: number) => `Conferido agora: ${counted(count, 'linha', 'linhas')}, nenhuma alterada.`,
  broken: (position: number) =>
    `A linha ${position} não confere com as anteriores: o registro foi alterado fora do sistema. Guarde uma cópia do banco e chame quem cuida dele.`,
  verifiedLater:
    'São muitas linhas: a conferência começou e o resultado aparece aqui em alguns minutos. Se alguma não bater, a equipe recebe um e-mail.',
  verifiedAt: (at: string, { records, breach }: { records: number; breach: number | null }) =>
    `Última conferência: ${at}, ${counted(records, 'linha', 'linhas')}, ${breach === null ? 'nenhuma alterada' : `a linha ${breach} não confere`}.`,
  verifiedNever: 'O registro ainda não foi conferido. Ele é conferido toda madrugada.',
  verify: 'Conferir o registro',
  subject: 'Sobre (código ou número do pedido)',
  who: 'Quem',
  anybody: 'Todos',
  search: 'Procurar',
  columns: { position: 'Nº', at: 'Quando', who: 'Quem', action: 'Ação', subject: 'Sobre', reason: 'Motivo' },
  /** What a member did, by its name in the log. */
  actions: {
    'obligation.claim': 'Mudou quem cuida de uma tarefa',
    'obligation.snooze': 'Adiou ou retomou uma tarefa',
    'order.start': 'Começou o serviço',
    'order.contact': 'Anotou o primeiro contato',
    'order.step': 'Concluiu uma etapa',
    'order.undo-step': 'Desfez uma etapa',
    'order.reopen-step': 'Reabriu uma etapa',
    'order.evidence': 'Abriu um comprovante',
    'contract.open': 'Abriu um contrato',
    'order.deadline': 'Mudou o prazo de uma etapa',
    'order.note': 'Escreveu uma nota no pedido',
    'order.resume': 'Retomou um pedido',
    'order.cancel': 'Cancelou um pedido',
    'lookup.deliver': 'Entregou o resultado de uma consulta',
    'lookup.open': 'Abriu o resultado de uma consulta',
    'lookup.link': 'Mandou outro link de resultado',
    'lookup.revoke-link': 'Encerrou um link de resultado',
    'lookup.refund': 'Devolveu o valor de uma consulta',
    'document.open': 'Abriu um documento',
    'document.review': 'Aceitou um documento',
    'document.request': 'Pediu um documento',
    'document.close-request': 'Encerrou um pedido de documento',
    'customer.search': 'Procurou uma pessoa',
    'customer.reveal': 'Viu CPF e contatos',
    'customer.note': 'Escreveu uma nota sobre o cliente',
    'customer.end-sessions': 'Encerrou as sessões de um cliente',
    'privacy.answer': 'Respondeu a um pedido de privacidade',
    'privacy.erase': 'Apagou dados de uma pessoa',
    'proposal.answer': 'Respondeu a uma proposta',
    'offer.send': 'Enviou uma oferta',
    'offer.withdraw': 'Retirou uma oferta',
    'charge.refund': 'Devolveu um pagamento',
    'credit.refund': 'Devolveu um crédito',
    'credit.apply': 'Usou um crédito em parcelas',
    'credit.dismiss': 'Encerrou um crédito',
    'refund.attribute': 'Disse de quem é uma devolução',
    'refund.decide': 'Pediu uma devolução de novo',
    'refund.approve': 'Aprovou uma devolução',
    'refund.transfer': 'Registrou uma devolução feita à mão',
    'payment.record': 'Registrou um pagamento à mão',
    'payment.approve': 'Aprovou um pagamento à mão',
    'payment.undo': 'Desfez um pagamento à mão',
    'renegotiation.propose': 'Propôs uma renegociação',
    'renegotiation.withdraw': 'Retirou uma renegociação',
    'renegotiation.review': 'Conferiu uma renegociação',
    'payment.review': 'Conferiu um pagamento',
    'dispute.pack': 'Reuniu as provas de uma contestação',
    'charge.review': 'Conferiu uma cobrança recusada',
    'payout.record': 'Registrou um saque',
    'close.accept': 'Aceitou o fechamento de um dia',
    'set-aside.read': 'Leu um pagamento separado',
    'set-aside.resolve': 'Encerrou um pagamento separado',
    'set-aside.confirm': 'Confirmou um pagamento separado',
    'message.resend': 'Enviou uma mensagem de novo',
    'message.answer': 'Respondeu em uma conversa',
    'message.close': 'Encerrou uma conversa',
    'job.decide': 'Decidiu uma tarefa que parou',
    'forgotten.settle': 'Conferiu o que a cópia esqueceu',
    'catalogue.edit': 'Mudou um rascunho do catálogo',
    'catalogue.publish': 'Mudou o que o catálogo publica',
    'access.recovery-codes': 'Criou códigos de recuperação',
    'team.found': 'Criou a equipe',
    'team.invite': 'Convidou alguém para a equipe',
    'team.withdraw-invitation': 'Cancelou um convite',
    'team.role': 'Mudou o acesso de alguém',
    'team.reset-factor': 'Trocou o segundo fator de alguém',
    'team.end-sessions': 'Encerrou as sessões de alguém da equipe',
    'team.end-every-session': 'Encerrou as sessões de todos',
    'evidence.review': 'Deu por vista uma prova alterada',
  } satisfies Record<RecordedAction, string> as Readonly<Record<string, string>>,
  older: 'Mais antigas',
  newest: 'Mais novas',
  empty: 'Nada registrado ainda.',
  noneFound: 'Nada no registro com esses filtros.',
  evidence: 'Provas dos contratos',
  evidenceLead:
    'Cada contrato aceito fica preso ao anterior pelo código dele. Todas as provas são conferidas de madrugada; se uma não bate, a equipe recebe um e-mail.',
  evidenceNever: 'Ainda não foram conferidas.',
  evidenceAt: (at: string, records: number, breaches: number) =>
    `${at}: ${evidenceRead(records)}, ${breaches === 0 ? 'nenhum alterado' : counted(breaches, 'não confere', 'não conferem')}.`,
  evidenceVerify: 'Conferir agora',
  versions: 'Versões do contrato, lado a lado',
  evidenceIntact: (records: number) => `Conferido agora: ${evidenceRead(records)}, nenhum alterado.`,
  evidenceBroken: (records: number, broken: readonly string[]) =>
    `Conferido agora: ${evidenceRead(records)}. Não confere: ${broken.slice(0, 5).join('; ')}${broken.length > 5 ? `; e mais ${broken.length - 5}` : ''}. Guarde uma cópia do banco e chame quem cuida dele.`,
  evidenceLater: 'São muitos: a conferência começou e o resultado aparece aqui em alguns minutos.',
  evidenceDecide: 'Já vi',
  evidenceReason: 'O que foi feito (fica no registro)',
  evidenceReview: 'Dar por visto',
  evidenceReviewed: 'Visto. Continua no registro.',
} as const

type Detail = Readonly<Record<string, unknown>>

/** What a member did whose choice was not the one that `actions` names, by the choice as the log has it. */
const otherChoices: Readonly<Record<string, (detail: Detail) => string | false>> = {
  'charge.refund': (detail) => isRequested(detail) && 'Pediu a devolução de um pagamento',
  'credit.refund': (detail) => isRequested(detail) && 'Pediu a devolução de um crédito',
  'refund.approve': ({ approve }) => !approve && 'Não aprovou uma devolução',
  'payment.approve': ({ approve }) => !approve && 'Não aprovou um pagamento à mão',
  'refund.decide': ({ again }) => !again && 'Encerrou uma devolução, resolvida de outro modo',
  'payment.review': ({ owed, outcome }) =>
    owed === true && outcome !== 0 && 'Conferiu um pagamento e cobrou de novo o que o banco tomou',
  'lookup.refund': ({ refund }) => !refund && 'Não devolveu o valor de uma consulta',
  'credit.apply': ({ outcome }) => isApplied(outcome) && creditUsed(outcome),
  'message.resend': ({ resend, outcome }) =>
    resend === false
      ? 'Encerrou uma mensagem que não foi entregue'
      : isObject(outcome) &&
        Array.isArray(outcome.messageIds) &&
        `Enviou de novo o que não tinha saído: ${counted(outcome.messageIds.length, 'mensagem', 'mensagens')}`,
  'document.review': ({ decision }) => decision === 'rejected' && 'Recusou um documento',
}

/** Records of earlier releases do not say what a credit paid. */
function isApplied(outcome: unknown): outcome is AppliedCredit {
  return isObject(outcome) && Array.isArray(outcome.paid)
}

/** 'Usou um crédito de R$ 99,90: Parcela 3'. */
function creditUsed({ amount, forgiven, paid }: AppliedCredit): string {
  const words = `Usou um crédito de ${formatBRL(amount)}: ${paid.map(instalmentLabel).join(', ')}`
  return forgiven > 0 ? `${words}, com ${formatBRL(forgiven)} perdoados` : words
}

/** Whether a refund waited for a second person's approval. */
function isRequested({ outcome }: Detail): boolean {
  return isObject(outcome) && outcome.approvalId !== undefined
}

/** Actions whose result is an amount in centavos, or has one. */
const moving = new Set<string>([
  'charge.refund',
  'credit.refund',
  'credit.dismiss',
  'refund.attribute',
  'refund.decide',
  'refund.approve',
  'payment.review',
  'payment.undo',
  'lookup.refund',
] satisfies RecordedAction[])

/** What a member did, as the log has it: which choice was made, and how much money it moved. */
export function actionWords({ action, detail }: { action: string; detail: Detail }): string {
  const words = otherChoices[action]?.(detail) || logCopy.actions[action] || action
  const { outcome } = detail
  const moved = isObject(outcome) ? outcome.amount : outcome
  return moving.has(action) && typeof moved === 'number' && moved > 0
    ? `${words}: ${formatBRL(moved)}`
    : words
}

const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null
