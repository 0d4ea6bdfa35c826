import { formatDate } from '../../core/calendar.ts'
import { raiseAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { type Certificate, lastDayOf, noticeDue } from './domain/certificate.ts'

/** E-mails the team before a certificate expires, and when it has: once for each notice and certificate. */
export async function reportCertificates(deps: OperationsDeps): Promise<void> {
  for (const certificate of deps.certificates) {
    const notice = noticeDue(certificate, deps.clock.now())
    if (notice !== undefined) await report(deps, certificate, notice)
  }
}

async function report(
  { database, clock, log, send, teamEmail }: OperationsDeps,
  certificate: Certificate,
  notice: number,
): Promise<void> {
  const lastDay = lastDayOf(certificate)
  await database.transaction(async (tx) => {
    const key = `certificate:${certificate.name}:${certificate.expiresAt.toISOString()}:${notice}`
    if (!(await raiseAlert(tx, key, clock.now()))) return
    log.error({ certificate: certificate.name, expiresAt: certificate.expiresAt }, 'a certificate expires')
    const hasExpired = notice === 0
    const name = `${certificate.name.slice(0, 1).toUpperCase()}${certificate.name.slice(1)}`
    const subject = `${name} ${hasExpired ? 'venceu' : 'vai vencer'} em ${formatDate(lastDay)}`
    const text = [
      `${subject}.`,
      hasExpired
        ? 'Nenhuma cobrança nova sai, e nenhum pagamento é lido, até que haja outro.'
        : 'Peça outro ao banco e troque o arquivo antes disso: sem ele nenhuma cobrança sai e nenhum pagamento é lido.',
    ].join('\n')
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.certificate', subject, text })
  })
}
