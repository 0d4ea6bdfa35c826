/** Texts of the desk about WhatsApp templates. */
export const templatesCopy = {
  title: 'Modelos do WhatsApp',
  lead: 'Passado um dia da última mensagem de uma pessoa, o WhatsApp só entrega o que vai dentro de um modelo aprovado pela Meta. O {{1}} é a mensagem.',
  notAsked:
    'A loja não está ligada à conta da Meta: não dá para perguntar. O manual de operação diz como ligar.',
  noGeneral:
    'Sem o aviso aprovado, o que não tem modelo próprio vai por e-mail, e o que não tem e-mail espera pela equipe.',
  ask: 'Pedir de novo à Meta',
  asked: 'A Meta respondeu: isto é o que vale agora.',
  unavailable: 'A Meta não respondeu. Tente daqui a pouco: vale o que ela disse por último.',
  saidAt: (moment: string) => `dito pela Meta em ${moment}`,
  reason: (reason: string) => `Motivo: ${reason}`,
  howTo:
    'Peça a aprovação no gerenciador do WhatsApp, em português (BR), categoria Utilidade, com estas palavras.',
  uses: {
    aviso: 'Contrato, dinheiro, consultas, e o que falta aos outros',
    andamento: 'Andamento do pedido, documentos e recibos',
    lembrete: 'Lembretes de parcelas',
    resposta: 'Respostas da equipe',
  },
  back: 'Mensagens',
} as const

/** Texts for Meta's statuses of a template; an unknown status is shown as received. */
const states: Readonly<Record<string, string>> = {
  APPROVED: 'aprovado',
  PENDING: 'em análise',
  IN_APPEAL: 'em recurso',
  REJECTED: 'recusado',
  PAUSED: 'pausado',
  DISABLED: 'desativado',
  PENDING_DELETION: 'a ser apagado',
  DELETED: 'apagado',
}

export function templateStateWords(status: string | undefined): string {
  return status === undefined ? 'não pedido' : (states[status] ?? status)
}

const reasons: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'a Meta viu conteúdo abusivo',
  INCORRECT_CATEGORY: 'a categoria não é a certa: peça em Utilidade',
  TAG_CONTENT_MISMATCH: 'as palavras não são da categoria pedida',
  INVALID_FORMAT: 'o formato não serve: copie o corpo como está aqui',
  PROMOTIONAL: 'a Meta viu propaganda',
  SCAM: 'a Meta viu sinal de golpe',
  '132001': 'a Meta não o conhece com este nome',
  '132015': 'muita gente bloqueou ou denunciou',
  '132016': 'muita gente bloqueou ou denunciou, e ele não volta',
}

/** Returns the reason why Meta rejected or paused a template, in plain words when the reason is known. */
export function templateReasonWords(reason: string): string {
  return reasons[reason] ?? reason
}
