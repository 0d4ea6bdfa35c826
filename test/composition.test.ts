// Databases: one. Declarations of the composition, which no database changes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractingEvents } from '../src/modules/contracting/index.server.ts'
import { paymentEvents } from '../src/modules/payments/index.server.ts'
import { checkListeners } from '../src/platform/events/listeners.ts'
import type { JobDefinition, Schedule } from '../src/platform/jobs/jobs.ts'
import { jobArea } from '../src/web/copy/desk-operation.ts'
import { webWith } from './support/web.ts'

const web = webWith({})
const modules = join(import.meta.dirname, '../src/modules')
const composition = join(import.meta.dirname, '../src/composition.ts')

test('every event of every module has a listener, and every listener an event', () => {
  const { orders, receipts, consultations, contracting } = web.app
  const listeners = [orders, receipts, consultations, contracting].flatMap((module) => [...module.listeners])
  expect(() => checkListeners({ ...paymentEvents, ...contractingEvents }, listeners)).not.toThrow()
  // A module that starts publishing events must be added above and to the composition.
  expect(modulesWith('events.ts')).toEqual(['contracting', 'payments'])
})

test('the queues in the database are those of the declared jobs', async () => {
  const { rows } = await web.database.$client.query<{ name: string }>(
    "select name from pgboss.queue where name not like '\\_\\_%' order by name",
  )
  // Jobs wait in these queues while a new version starts: a renamed job takes over the jobs that wait under its old name.
  expect(rows.map(({ name }) => name)).toEqual([
    'backoffice.verify-log',
    'backoffice.verify-now',
    'charges.cancel',
    'charges.issue',
    'consultations.erase-file',
    'consultations.forget-results',
    'consultations.index-contacts',
    'consultations.look-up',
    'contracting.expire-renegotiations',
    'contracting.purge-drafts',
    'contracting.seal',
    'contracting.verify-acceptances',
    'contracting.verify-now',
    'dead-letters',
    'documents.erase',
    'documents.sweep',
    'event.consultations.begin',
    'event.consultations.follow-given-up',
    'event.consultations.follow-money',
    'event.contracting.renegotiation',
    'event.contracting.renegotiation-of-postponed',
    'event.orders.begin',
    'event.orders.follow-money',
    'event.orders.resume',
    'event.receipts.credit',
    'event.receipts.postponed',
    'event.receipts.receipt',
    'event.receipts.schedule',
    'event.unreadable',
    'identity.reset',
    'identity.seal',
    'identity.sweep',
    'inbox.forget',
    'messages.deliver',
    'messages.end-bodies',
    'messages.fail-lost',
    'messages.forget',
    'messages.purge-journal',
    'messages.release',
    'messages.templates',
    'numbers.check',
    'numbers.refresh',
    'operations.check-files',
    'operations.compare-journal',
    'operations.day',
    'operations.forget-events',
    'operations.watch',
    'orders.announce-step',
    'orders.sweep-files',
    'payments.check-books',
    'payments.check-recent-books',
    'payments.close-changed-days',
    'payments.close-day',
    'payments.erase-raw',
    'payments.reconcile',
    'payments.remind',
    'privacy.finish-erasures',
    'privacy.forget-contracts',
    'privacy.forget-documents',
    'privacy.repeat-erasures',
    'privacy.sweep',
    'proposals.forget',
    'provider-events.process',
    'receipts.forget',
    'receipts.receipt',
    'receipts.schedule',
    'refunds.issue',
    'team.sweep',
  ])
  // One that stopped is named in plain words at the desk.
  const jobs = rows.map(({ name }) => name).filter((name) => name !== 'dead-letters')
  expect(jobs.filter((name) => jobArea(name) === name)).toEqual([])
})

test('each scheduled job runs as often as people and the retention periods need it, in the hours of São Paulo', () => {
  const { app } = web
  const jobs: readonly Readonly<Record<string, JobDefinition>>[] = [
    app.backoffice.jobs,
    app.consultations.jobs,
    app.contracting.jobs,
    app.documents.jobs,
    app.identity.jobs,
    app.inbox.jobs,
    app.notifications.jobs,
    app.numbers.jobs,
    app.operations.jobs,
    app.orders.jobs,
    app.payments.jobs,
    app.privacy.jobs,
    app.proposals.jobs,
    app.receipts.jobs,
    app.team.jobs,
  ]
  // A module whose jobs are missing above.
  expect(jobs).toHaveLength(modulesWith('jobs.ts').length)
  const scheduled = jobs
    .flatMap((ofModule) => Object.entries(ofModule))
    .flatMap(([name, { every }]) => (every ? [{ name, when: howOften(every) }] : []))
  const names = Map.groupBy(scheduled, ({ when }) => when)
  expect(
    Object.fromEntries([...names].map(([when, found]) => [when, found.map(({ name }) => name).sort()])),
  ).toEqual({
    'every 30 s': ['payments.reconcile'],
    'every minute': ['messages.release', 'numbers.refresh', 'operations.watch'],
    'every ten minutes': [
      'contracting.seal',
      'identity.seal',
      'operations.compare-journal',
      'privacy.finish-erasures',
    ],
    'every hour': [
      'consultations.index-contacts',
      'documents.sweep',
      'messages.fail-lost',
      'messages.templates',
      'numbers.check',
      'payments.check-recent-books',
      'payments.close-changed-days',
      'payments.remind',
      'privacy.sweep',
    ],
    'every night': [
      'backoffice.verify-log',
      'consultations.forget-results',
      'contracting.expire-renegotiations',
      'contracting.purge-drafts',
      'contracting.verify-acceptances',
      'identity.sweep',
      'inbox.forget',
      'messages.end-bodies',
      'messages.forget',
      'messages.purge-journal',
      'operations.check-files',
      'operations.forget-events',
      'orders.sweep-files',
      'payments.check-books',
      'payments.close-day',
      'payments.erase-raw',
      'privacy.forget-contracts',
      'privacy.forget-documents',
      'privacy.repeat-erasures',
      'proposals.forget',
      'receipts.forget',
      'team.sweep',
    ],
    // The mail to the owner.
    'at 8:00': ['operations.day'],
  })
})

/** Says in words how often a job runs. Which hour of the night, and which minute, is of no consequence. */
function howOften(every: Schedule): string {
  if ('seconds' in every) {
    return every.seconds < 60 ? `every ${every.seconds} s` : (spans[every.seconds] ?? String(every.seconds))
  }
  const [minute, hour, ...days] = every.cron.split(' ')
  if (days.join(' ') !== '* * *') return every.cron
  if (minute === '*/10' && hour === '*') return spans[600] ?? ''
  if (hour === '*') return spans[3600] ?? ''
  return Number(hour) <= 5 ? 'every night' : `at ${hour}:${minute?.padStart(2, '0')}`
}

const spans: Record<number, string> = { 60: 'every minute', 600: 'every ten minutes', 3600: 'every hour' }

test('collects every module that offers columns, files, figures or obligations', () => {
  const [, collected = ''] = /const modules = \[([^\]]*)\]/.exec(readFileSync(composition, 'utf8')) ?? []
  const offering = modulesWith('index.server.ts').filter((module) =>
    /^ {4}(?:owners|fileKeys|sealed|figures|obligations)\b/m.test(
      readFileSync(join(modules, module, 'index.server.ts'), 'utf8'),
    ),
  )
  expect(offering.length).toBeGreaterThan(10)
  expect(collected.match(/\w+/g)).toEqual(expect.arrayContaining(offering))
})

function modulesWith(file: string): string[] {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  return files.flatMap((path) => (path.endsWith(`/${file}`) ? [path.split('/')[0] ?? ''] : [])).sort()
}
