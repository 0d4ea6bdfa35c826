/**
 * Type tests, run by `tsc` only: a `@ts-expect-error` is an error itself once its line compiles. They cover renaming an
 * event, a job, one of their fields or a message kind on one side only.
 */
import { z } from 'zod'
import type { Send } from '../../src/modules/notifications/index.server.ts'
import type { Executor } from '../../src/platform/database/database.ts'
import { defineEvents, type Publish } from '../../src/platform/events/define-events.ts'
import { listenTo } from '../../src/platform/events/listeners.ts'
import { defineJobs, type Enqueue, handleJobs, scheduled } from '../../src/platform/jobs/define-jobs.ts'

const events = defineEvents(
  {
    'parcel.sent': z.object({ parcelId: z.string(), weight: z.int() }),
    'parcel.settled': z.union([
      z.object({ purpose: z.object({ kind: z.literal('gift') }), giverId: z.string() }),
      z.object({ purpose: z.object({ kind: z.literal('sale'), saleId: z.string() }) }),
    ]),
  },
  {
    earlier: {
      'parcel.sent': { 'package.sent': ({ packageId, ...rest }) => ({ parcelId: packageId, ...rest }) },
    },
  },
)
// @ts-expect-error only a declared event has earlier rows
defineEvents({ 'parcel.sent': z.object({}) }, { earlier: { 'parcel.lost': {} } })

declare const tx: Executor
declare const publish: Publish<typeof events>
publish(tx, 'parcel.sent', { parcelId: 'a', weight: 1 })
// @ts-expect-error another name
publish(tx, 'parcel.shipped', { parcelId: 'a', weight: 1 })
// @ts-expect-error another field
publish(tx, 'parcel.sent', { packageId: 'a', weight: 1 })
// @ts-expect-error another type
publish(tx, 'parcel.sent', { parcelId: 'a', weight: '1' })
// @ts-expect-error the payload of another event
publish(tx, 'parcel.settled', { parcelId: 'a', weight: 1 })

listenTo(events, 'parcel.sent', { name: 'a', handle: async (_tx, { parcelId }) => void parcelId })
// @ts-expect-error another name
listenTo(events, 'parcel.shipped', { name: 'a', handle: async () => {} })
// @ts-expect-error another field
listenTo(events, 'parcel.sent', { name: 'a', handle: async (_tx, { packageId }) => void packageId })
const takesId = async (_tx: unknown, { id }: { id: string }) => void id
// @ts-expect-error a use case that takes a field that the event lacks
listenTo(events, 'parcel.sent', { name: 'a', handle: takesId })

listenTo(events, 'parcel.settled', {
  name: 'a',
  when: { purpose: { kind: 'sale' } },
  handle: async (_tx, { purpose }) => void purpose.saleId,
})
listenTo(events, 'parcel.settled', {
  name: 'a',
  when: { purpose: { kind: 'gift' } },
  // @ts-expect-error a gift has no sale
  handle: async (_tx, { purpose }) => void purpose.saleId,
})
// @ts-expect-error no payload has this purpose
listenTo(events, 'parcel.settled', { name: 'a', when: { purpose: { kind: 'loan' } }, handle: async () => {} })
// @ts-expect-error a listener of every purpose cannot rely on one
listenTo(events, 'parcel.settled', { name: 'a', handle: async (_tx, { giverId }) => void giverId })

const jobs = defineJobs({ 'parcels.send': z.object({ parcelId: z.string() }), 'parcels.sweep': scheduled })

declare const enqueue: Enqueue<typeof jobs>
enqueue(tx, 'parcels.send', { parcelId: 'a' }, { startAfter: new Date(0) })
// @ts-expect-error another name
enqueue(tx, 'parcels.ship', { parcelId: 'a' })
// @ts-expect-error another field
enqueue(tx, 'parcels.send', { packageId: 'a' })
// @ts-expect-error a scheduled job cannot be enqueued
enqueue(tx, 'parcels.sweep', {})

const send = async ({ parcelId }: { parcelId: string }) => void parcelId
const sweep = async () => {}
const every = { seconds: 60 }
handleJobs(jobs, { 'parcels.send': { run: send }, 'parcels.sweep': { every, run: sweep } })
// @ts-expect-error a job without a handler
handleJobs(jobs, { 'parcels.send': { run: send } })
const sendPackage = async ({ packageId }: { packageId: string }) => void packageId
// @ts-expect-error a handler of another field
handleJobs(jobs, { 'parcels.send': { run: sendPackage }, 'parcels.sweep': { every, run: sweep } })
// @ts-expect-error a scheduled job without its schedule
handleJobs(jobs, { 'parcels.send': { run: send }, 'parcels.sweep': { run: sweep } })

declare const sendMessage: Send<'parcel.lost' | 'parcel.found'>
const message = { to: 'ana@exemplo.com.br', channel: 'email', subject: '', text: '' } as const
sendMessage(tx, { ...message, kind: 'parcel.lost' })
// @ts-expect-error an undeclared kind
sendMessage(tx, { ...message, kind: 'parcel.gone' })
// A module accepts a sender of more kinds than its own, but not of fewer.
const oneKind: Send<'parcel.lost'> = sendMessage
// @ts-expect-error a sender of fewer kinds
const threeKinds: Send<'parcel.lost' | 'parcel.found' | 'parcel.gone'> = sendMessage
void [oneKind, threeKinds]
