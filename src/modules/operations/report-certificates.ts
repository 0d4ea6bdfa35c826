import { raiseAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { type Certificate, lastDayOf, noticeDue } from './domain/certificate.ts'
import { certificateMessage } from './messages.ts'

/** E-mails the team before a certificate expires, and after it has expired: once for each notice and certificate. */
export async function reportCertificates(deps: OperationsDeps): Promise<void> {
  for (const certificate of deps.certificates) {
    const notice = noticeDue(certificate, deps.clock.now())
    if (notice !== undefined) await report(deps, certificate, notice)
  }
}

async function report(
  { database, clock, log, send, teamEmail, links }: OperationsDeps,
  certificate: Certificate,
  notice: number,
): Promise<void> {
  const lastDay = lastDayOf(certificate)
  await database.transaction(async (tx) => {
    const key = `certificate:${certificate.name}:${certificate.expiresAt.toISOString()}:${notice}`
    if (!(await raiseAlert(tx, key, clock.now()))) return
    log.error({ certificate: certificate.name, expiresAt: certificate.expiresAt }, 'a certificate expires')
    const message = certificateMessage({
      ...certificate,
      lastDay,
      hasExpired: notice === 0,
      deskUrl: links.deskOperation(),
    })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.certificate', ...message })
  })
}
