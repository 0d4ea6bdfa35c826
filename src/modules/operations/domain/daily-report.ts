import { formatInstant, type IsoDate } from '../../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../../core/money.ts'
import { counted } from '../../../core/text.ts'
import { missingFilesText } from './missing-files.ts'

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
  /** Since when WhatsApp has accepted no messages; undefined while it accepts them. */
  whatsappRefusingSince: Date | undefined
  /** Files that rows refer to and that the store lacks. */
  missingFiles: number
  differences: number
  /** Providers whose latest read failed. */
  failingProviders: readonly string[]
  /** Hours since the last back-up by npm run backup; undefined when none is recorded. */
  backupHours: number | undefined
  /** The last check of a back-up by npm run restore -- --check, and how many hours ago; undefined when none is recorded. */
  backupCheck: { passed: boolean; hours: number } | undefined
}

/** Hours after which a back-up is too old: one night, and the time that a back-up takes. */
export const backupTooOld = 26

/** Hours after which the last check is too old: one week, and a day for it. */
export const checkTooOld = 8 * 24

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
  const { failingProviders, differences, stoppedJobs, failedMessages, missingFiles, backupHours } = shop
  const { whatsappRefusingSince } = shop
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
    ...(whatsappRefusingSince
      ? [`O WhatsApp não aceita mensagens desde ${formatInstant(whatsappRefusingSince)}: veja em Mensagens.`]
      : []),
    ...(missingFiles > 0 ? [`${missingFilesText(missingFiles)}: traga-os de uma cópia de segurança.`] : []),
    ...(backupHours === undefined
      ? ['Nenhuma cópia de segurança foi feita ainda: npm run backup.']
      : backupHours > backupTooOld
        ? [`A última cópia de segurança tem ${Math.floor(backupHours)} horas.`]
        : []),
    ...checkProblems(shop),
  ]
}

/** Before the first back-up there is nothing to check, and that is a problem of its own. */
function checkProblems({ backupHours, backupCheck }: DayOfShop): string[] {
  if (backupHours === undefined) return []
  if (backupCheck === undefined)
    return ['Nenhuma cópia de segurança foi conferida ainda: npm run restore -- --check.']
  if (!backupCheck.passed)
    return ['A conferência da cópia de segurança falhou: npm run restore -- --check diz o que está errado.']
  return backupCheck.hours > checkTooOld
    ? [`A última conferência da cópia de segurança foi há ${Math.floor(backupCheck.hours / 24)} dias.`]
    : []
}
