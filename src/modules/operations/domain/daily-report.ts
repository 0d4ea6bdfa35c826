import type { IsoDate } from '../../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../../core/money.ts'
import { counted } from '../../../core/text.ts'

/** The figures of a day of the shop, and its current state. Amounts in centavos. */
export interface DayOfShop {
  /** The day that ended, in São Paulo. */
  day: IsoDate
  contracts: { count: number; centavos: Centavos }
  received: { count: number; centavos: Centavos }
  overdue: { count: number; centavos: Centavos }
  /** The open obligations, and how many of them are overdue. */
  waiting: number
  late: number
  /** Jobs that stopped, messages that were not delivered, days that differ from the provider. */
  stoppedJobs: number
  failedMessages: number
  differences: number
  /** Providers whose latest read failed. */
  failingProviders: readonly string[]
  /** Hours since the last back-up by npm run backup; undefined when none is recorded. */
  backupHours: number | undefined
}

/** Hours after which a back-up is too old: one night, and the time that a back-up takes. */
export const backupTooOld = 26

/** The daily e-mail to the owner: the day's figures, open work, and problems that need a person, worst first. */
export function dailyReport(shop: DayOfShop): {
  subject: string
  day: IsoDate
  lines: string[]
  problems: string[]
} {
  const subject = `${formatBRL(shop.received.centavos)} recebidos, ${counted(shop.contracts.count, 'contrato', 'contratos')}`
  const lines = [
    `Entraram ${formatBRL(shop.received.centavos)}, em ${counted(shop.received.count, 'pagamento', 'pagamentos')}.`,
    shop.contracts.count === 0
      ? 'Nenhum contrato foi assinado.'
      : `${counted(shop.contracts.count, 'contrato assinado', 'contratos assinados')}, no valor de ${formatBRL(shop.contracts.centavos)}.`,
    shop.overdue.count === 0
      ? 'Ninguém está em atraso.'
      : `Em atraso: ${counted(shop.overdue.count, 'parcela', 'parcelas')}, no total de ${formatBRL(shop.overdue.centavos)}.`,
    shop.waiting === 0
      ? 'Nada espera pela equipe.'
      : `${counted(shop.waiting, 'item espera', 'itens esperam')} pela equipe${shop.late > 0 ? `, ${shop.late} já fora do prazo` : ', nenhum fora do prazo'}.`,
  ]
  return { subject, day: shop.day, lines, problems: problemsOf(shop) }
}

function problemsOf(shop: DayOfShop): string[] {
  const { failingProviders, differences, stoppedJobs, failedMessages, backupHours } = shop
  return [
    ...failingProviders.map(
      (name) => `O provedor ${name} não está sendo lido: pagamentos podem demorar a aparecer.`,
    ),
    ...(differences > 0
      ? [
          `${counted(differences, 'dia difere', 'dias diferem')} do que o provedor diz ter recebido: veja em Dinheiro.`,
        ]
      : []),
    ...(stoppedJobs > 0
      ? [`${counted(stoppedJobs, 'tarefa parou', 'tarefas pararam')}: veja em Operação.`]
      : []),
    ...(failedMessages > 0
      ? [
          `${counted(failedMessages, 'mensagem não foi entregue', 'mensagens não foram entregues')}: veja em Mensagens.`,
        ]
      : []),
    ...(backupHours === undefined
      ? ['Nenhuma cópia de segurança foi feita ainda: npm run backup.']
      : backupHours > backupTooOld
        ? [`A última cópia de segurança tem ${Math.floor(backupHours)} horas.`]
        : []),
  ]
}
