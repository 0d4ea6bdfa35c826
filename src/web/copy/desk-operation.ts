/** Texts of the desk about messages, stopped jobs and data lost in a database restore. */
import { counted } from '../../core/text.ts'
import type { MessageList } from '../../modules/notifications/public.ts'
import { channelWords } from './channels.ts'

const reason = 'Por quê (fica no registro)'

export const messagesCopy = {
  title: 'Mensagens',
  filter: 'Mostrar',
  lists: { all: 'Todas', failed: 'Não entregues', queued: 'Na fila' } satisfies Record<MessageList, string>,
  toConversations: (waiting: number) =>
    waiting === 0 ? 'O que as pessoas responderam' : `O que as pessoas responderam (${waiting} à espera)`,
  toTemplates: 'Modelos do WhatsApp',
  follows: 'segue a que não chegou',
  channels: channelWords,
  empty: 'Nenhuma mensagem aqui.',
  more: 'Mostrar as anteriores',
  first: 'Voltar às últimas',
  resend: 'Enviar outra vez',
  resent: 'De volta à fila: sai nos próximos segundos.',
  giveUp: 'Não é mais precisa',
  givenUp: 'Encerrada.',
  outage: {
    title: (count: number) => `${count} mensagens não saíram`,
    why: (since: string) =>
      `O servidor de e-mail, ou o WhatsApp, não atendeu em nenhuma das tentativas. A loja desistiu da primeira em ${since}.`,
    lead: 'Veja antes se ele voltou. De cada uma a loja confere outra vez se ainda vale: o lembrete de uma parcela já paga não sai.',
    decide: (atOnce: number, count: number) =>
      atOnce < count ? `Enviar outra vez as ${atOnce} mais antigas` : `Enviar outra vez as ${count}`,
    resent: (count: number, left: number) =>
      `De volta à fila: ${counted(count, 'mensagem', 'mensagens')}.${left > 0 ? ` Ainda por enviar: ${left}.` : ''}`,
  },
  team: 'equipe',
  decide: 'Decidir',
  reason,
} as const

/** What a job is about, by the first part of its name. */
const jobAreas: Readonly<Record<string, string>> = {
  backoffice: 'Registro da equipe',
  catalogue: 'Catálogo',
  charges: 'Cobranças',
  consultations: 'Consultas',
  contracting: 'Contratos',
  documents: 'Documentos',
  event: 'O que segue a um acontecimento',
  identity: 'Contas',
  inbox: 'Conversas',
  messages: 'Mensagens',
  numbers: 'Números',
  operations: 'Operação',
  orders: 'Pedidos',
  payments: 'Pagamentos',
  privacy: 'Privacidade',
  proposals: 'Propostas',
  'provider-events': 'Avisos do provedor de pagamento',
  receipts: 'Recibos e carnês',
  refunds: 'Devoluções',
  team: 'Equipe',
}

/** Says what a stopped job is about; its own name otherwise. */
export function jobArea(job: string): string {
  return jobAreas[job.split('.')[0] ?? ''] ?? job
}

export const operationCopy = {
  title: 'Operação',
  health: 'Como a loja está',
  sweepWell: (at: string) => `lido por inteiro em ${at}`,
  sweepNever: 'ainda não foi lido por inteiro',
  sweepFailing: (at: string) => `não pode ser lido desde ${at}`,
  backup: 'Cópia de segurança',
  backupNever: 'nenhuma feita ainda: npm run backup',
  backupAt: (hours: string) => `a última há menos de ${hours}`,
  jobs: 'Tarefas que pararam',
  jobsNone: 'Nenhuma tarefa parou.',
  jobsLead:
    'A loja tentou cada uma várias vezes e parou. Veja se o que faltava voltou e tente outra vez. Se parar de novo, mostre esta linha a quem cuida da instalação.',
  attempts: (count: number) => `parou depois de ${counted(count, 'tentativa', 'tentativas')}`,
  retry: 'Tentar outra vez',
  retried: 'De volta à fila.',
  discard: 'Não é mais precisa',
  discarded: 'Descartada.',
  forgotten: 'O que uma cópia restaurada esqueceu',
  forgottenLead:
    'Compara o que foi enviado e o que os provedores sabem com o que o banco de dados tem. Leva alguns segundos.',
  look: 'Procurar agora',
  forgottenNone: 'Nada foi esquecido.',
  settle: 'Já tratei disto',
  settled: 'Visto.',
  movements: 'Dinheiro que nada aqui explica',
  movementKinds: {
    payment: 'pagamento de cobrança desconhecida',
    refund: 'devolução que ninguém pediu aqui',
  },
  decide: 'Decidir',
  reason,
} as const
