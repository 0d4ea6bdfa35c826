import { formatInstant } from '../../../core/calendar.ts'
import { concealEmail } from '../../../core/email.ts'
import { formatBRL } from '../../../core/money.ts'
import { hoursText } from '../../../core/text.ts'
import { traceOf } from '../../../modules/operations/index.server.ts'
import { providerNames } from '../../copy/desk-money.ts'
import { operationCopy as copy } from '../../copy/desk-operation.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { shownStoppages } from '../../desk/messages/stoppages.server.ts'
import { OperationScreen } from '../../desk/operation/operation-screen.tsx'
import { answerTo, deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const jobsShown = 100

/** Loads the jobs that failed every attempt; on request also the data that a restored database lost. */
export const loader = deskLoader(async ({ request, app }) => {
  const { operations, payments } = app
  const isRequested = searchOf('deskOperation', request).has('esquecidos')
  const [jobs, sweeps, backupHours, forgotten, stoppages] = await Promise.all([
    operations.deadLetters(jobsShown),
    payments.sweeps(),
    operations.backupHours(),
    isRequested ? operations.forgotten() : undefined,
    shownStoppages(app),
  ])
  return {
    stoppages,
    backup: backupHours === undefined ? undefined : hoursText(Math.floor(backupHours) + 1),
    sweeps: sweeps.map(({ provider, completeAt, failingSince }) => ({
      provider: providerNames[provider] ?? provider,
      completeAt: completeAt && formatInstant(completeAt),
      failingSince: failingSince && formatInstant(failingSince),
    })),
    jobs: jobs.map(({ id, job, since, attempts, error }) => ({
      id,
      job,
      attempts,
      error,
      at: formatInstant(since),
    })),
    forgotten: forgotten && {
      messages: forgotten.messages.map(({ id, kind, to, subject, createdAt }) => ({
        id,
        what: traceOf(kind),
        to: concealEmail(to),
        subject,
        at: formatInstant(createdAt),
      })),
      movements: forgotten.movements.map(({ kind, providerId, amount, at }) => ({
        key: `${kind} ${providerId} ${at.toISOString()} ${amount}`,
        kind,
        providerId,
        amount: formatBRL(amount),
        at: formatInstant(at),
      })),
    },
  }
})

type Args = ScreenArgs & { form: FormData }

const decided = ({ form, member }: Args) => ({
  id: textIn(form, 'id'),
  decision: { actor: member.id, reason: textIn(form, 'motivo') },
})

const aboutJob = (retry: boolean, done: string) => ({
  right: 'job.decide' as const,
  async run(args: Args) {
    const { id, decision } = decided(args)
    const result = await args.app.backoffice.decideDeadLetter({ deadLetterId: id, retry, ...decision })
    return result.ok ? { ok: true as const, done } : refused(result.code)
  },
})

export const action = deskAction({
  retry: aboutJob(true, copy.retried),
  discard: aboutJob(false, copy.discarded),
  settle: {
    right: 'forgotten.settle',
    async run(args) {
      const { id, decision } = decided(args)
      const result = await args.app.backoffice.settleForgotten({ messageId: id, ...decision })
      return answerTo(result, copy.settled)
    },
  },
})

export default deskPage('operation', OperationScreen)
