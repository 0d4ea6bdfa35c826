import { DAY } from '../../core/durations.ts'
import { fullBelow } from '../../platform/storage/free-space.ts'
import { raiseAlertAgain } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { diskMessage } from './messages.ts'

/** E-mails the team that the disk of this machine is full: immediately, and once a day while it is. */
export async function reportDisk(deps: OperationsDeps): Promise<void> {
  const { database, clock, log, send, teamEmail, host, links } = deps
  const free = await deps.freeSpace()
  if (free >= fullBelow) return
  await database.transaction(async (tx) => {
    if (!(await raiseAlertAgain(tx, { key: `disk:${host}`, at: clock.now(), pause: DAY }))) return
    log.error({ host, free }, 'the disk of the data folder is full')
    const message = diskMessage({
      host,
      free,
      deskUrl: links.deskOperation(),
    })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.disk', ...message })
  })
}
