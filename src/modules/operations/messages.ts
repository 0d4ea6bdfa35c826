import { formatDate, formatDateLong, formatInstant, type IsoDate } from '../../core/calendar.ts'
import { minutesText, sizeText } from '../../core/text.ts'
import { ALARM_WINDOW } from '../../platform/security/events.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { Certificate } from './domain/certificate.ts'
import type { dailyReport } from './domain/daily-report.ts'
import { forgottenSubject } from './domain/forgotten.ts'
import { missingByKind, missingFilesText } from './domain/missing-files.ts'
import { skewText } from './domain/skew.ts'

/** Maximum number of lines in an e-mail; the rest is elsewhere. */
const maxLines = 5

function listed(lines: readonly string[], rest = 'no painel'): string {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`e mais ${more}, ${rest}`] : [])].join('\n')
}

const atDesk = (url: string) => ({ label: 'Abrir o painel', url })

/** To the team: a certificate expires soon, or has expired. */
export function certificateMessage({
  name,
  todo,
  without,
  lastDay,
  hasExpired,
  deskUrl,
}: Pick<Certificate, 'name' | 'todo' | 'without'> & {
  /** DATE in São Paulo. */
  lastDay: IsoDate
  hasExpired: boolean
  deskUrl: string
}): WrittenMessage {
  const subject = `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${hasExpired ? 'venceu' : 'vai vencer'} em ${formatDate(lastDay)}`
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de alguém da equipe.',
    lines: [hasExpired ? without : todo],
    action: atDesk(deskUrl),
  })
}

/** To the team: the clock of a machine is wrong. */
export function clockMessage({
  host,
  skewSeconds,
  deskUrl,
}: {
  host: string
  skewSeconds: number
  deskUrl: string
}): WrittenMessage {
  return write({
    subject: `Relógio errado em ${host}`,
    title: `Relógio errado em ${host}`,
    preheader: 'As tarefas esperam até que seja acertado.',
    lines: [
      `O relógio da máquina ${host} está ${skewText(skewSeconds)} em relação ao do banco de dados.`,
      'Enquanto isso, ela responde às páginas pela hora do banco, mas não executa tarefas.',
      'Acerte o relógio (NTP): as tarefas voltam sozinhas em alguns segundos.',
    ],
    action: atDesk(deskUrl),
  })
}

/** To the team: the disk of a machine is full. */
export function diskMessage({
  host,
  free,
  deskUrl,
}: {
  host: string
  /** Bytes of free space. */
  free: number
  deskUrl: string
}): WrittenMessage {
  const subject = `Disco cheio em ${host}`
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de quem cuida do servidor.',
    lines: [
      `Para gravar restam ${sizeText(free)} no disco da pasta de dados, ou no dos arquivos nela, da máquina ${host}: ele encheu ou ficou só de leitura.`,
      'A loja ainda vende. Documentos que os clientes enviam e a cópia de segurança são recusados assim que não houver mais nada.',
      'Apague cópias de segurança antigas ou aumente o disco; se ele ficou só de leitura, veja por que e monte-o de novo.',
    ],
    action: atDesk(deskUrl),
  })
}

/** To the team: files that the database refers to are not in the file store. */
export function missingFilesMessage({
  files,
  deskUrl,
}: {
  /** Their keys. */
  files: readonly string[]
  deskUrl: string
}): WrittenMessage {
  const subject = missingFilesText(files.length)
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de quem cuida do servidor.',
    lines: [
      `O banco de dados fala de arquivos que não estão mais onde são guardados: ${missingByKind(files).join(', ')}.`,
      'Nada foi posto no lugar deles. Traga-os de uma cópia de segurança, pelo nome: docs/operar.md diz como, em "Quando faltam arquivos".',
      'Só recibos e carnês são feitos de novo, com o mesmo número, quando o cliente os abre.',
    ],
    quote: { label: 'O que falta', value: listed(files, 'no log') },
    action: atDesk(deskUrl),
  })
}

/** To the team: jobs that failed every attempt. */
export function deadLettersMessage({
  jobs,
  deskUrl,
}: {
  jobs: readonly { id: string; job: string; attempts: number }[]
  deskUrl: string
}): WrittenMessage {
  const subject = jobs.length === 1 ? 'Uma tarefa parou' : `${jobs.length} tarefas pararam`
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de alguém da equipe.',
    lines: [
      jobs.length === 1
        ? 'Ela falhou em todas as tentativas e espera por alguém, em Operação.'
        : 'Elas falharam em todas as tentativas e esperam por alguém, em Operação.',
    ],
    quote: {
      label: 'O que parou',
      value: listed(jobs.map(({ id, job, attempts }) => `${job}, tentativas: ${attempts}, número: ${id}`)),
    },
    action: atDesk(deskUrl),
  })
}

/**
 * To the team: messages that no channel delivered, by the event they report. Not by their subjects: the subject of an answer repeats
 * the customer's words, which no erasure removes from a mailbox.
 */
export function failedMessagesMessage({
  reports,
  deskUrl,
}: {
  /** 'A equipe respondeu', one for each message. */
  reports: readonly string[]
  /** The desk's list of undelivered messages. */
  deskUrl: string
}): WrittenMessage {
  const count = reports.length
  const subject = count === 1 ? 'Uma mensagem não chegou' : `${count} mensagens não chegaram`
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de alguém da equipe.',
    lines: [
      count === 1
        ? 'Ela não foi entregue por nenhum caminho e espera por alguém: telefone, ou envie outra vez.'
        : 'Elas não foram entregues por nenhum caminho e esperam por alguém: telefone, ou envie outra vez.',
    ],
    quote: { label: 'O que não chegou', value: listed(reports) },
    action: { label: 'Ver o que não chegou', url: deskUrl },
  })
}

/** To the team: WhatsApp accepts no messages. */
export function channelRefusingMessage({
  since,
  code,
  deskUrl,
}: {
  since: Date
  /** What it reported at the latest attempt. */
  code: string | null
  /** The desk's list of waiting messages. */
  deskUrl: string
}): WrittenMessage {
  const subject = 'O WhatsApp não aceita mensagens'
  return write({
    subject,
    title: subject,
    preheader: 'Precisa de quem cuida do servidor.',
    lines: [
      `Desde ${formatInstant(since)} o WhatsApp não aceita o que a loja envia${code ? ` (motivo ${code})` : ''}.`,
      'Cada mensagem é tentada por cerca de uma hora e meia; depois segue por e-mail, ou espera por alguém se não há outro caminho.',
      'Quem cuida da instalação encontra o que fazer em docs/operar.md, em "O que fazer quando". Quando ele voltar a aceitar, as mensagens saem sozinhas.',
    ],
    action: { label: 'Ver as que esperam', url: deskUrl },
  })
}

/** To the team: the database was restored to a time before these messages. */
export function forgottenMessage({
  count,
  traces,
  deskUrl,
}: {
  count: number
  /** '3 × contrato aceito' */
  traces: readonly string[]
  deskUrl: string
}): WrittenMessage {
  return write({
    subject: forgottenSubject(count),
    title: forgottenSubject(count),
    preheader: 'Precisa de alguém da equipe.',
    lines: [
      'O banco de dados voltou a um momento anterior, como o de uma cópia de segurança, e não conhece mensagens que já foram enviadas.',
      'O dinheiro volta sozinho pela conciliação; o resto precisa de alguém, em Operação.',
    ],
    quote: { label: 'O que elas contavam', value: listed(traces) },
    action: atDesk(deskUrl),
  })
}

/** To the team: more security events than normal. */
export function securityMessage({
  alarms,
  deskUrl,
}: {
  alarms: readonly { event: string; count: number; text: string }[]
  deskUrl: string
}): WrittenMessage {
  return write({
    subject: 'Atividade suspeita no site',
    title: 'Atividade suspeita no site',
    preheader: 'O site se defende sozinho.',
    lines: [
      `Nos últimos ${minutesText(ALARM_WINDOW / 60_000)} o site registrou mais do que o normal. Ele se defende sozinho: nada foi aberto por isso.`,
      'As linhas do log com "security event" dizem de que rede e em que conta.',
    ],
    quote: {
      label: 'O que houve',
      value: listed(alarms.map(({ event, count, text }) => `${count} ${text} (${event})`)),
    },
    action: atDesk(deskUrl),
  })
}

/** To the owners, once a day. */
export function dayMessage(
  { subject, day, lines, problems }: ReturnType<typeof dailyReport>,
  deskUrl: string,
): WrittenMessage {
  return write({
    subject,
    title: `A loja em ${formatDateLong(day)}`,
    preheader: problems.length === 0 ? 'Tudo funciona.' : 'Precisa de alguém.',
    lines: problems.length === 0 ? ['Tudo funciona.'] : ['Precisa de alguém:', problems.join('\n')],
    quote: { label: 'O dia em números', value: lines.join('\n') },
    action: atDesk(deskUrl),
  })
}
