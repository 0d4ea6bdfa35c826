import { isIsoDate } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import { recordFrom } from '../../core/records.ts'
import type { OrdersDeps } from './deps.ts'
import {
  countListed,
  type DeskStepRow,
  type ListedOrder,
  type OrderPosition,
  selectDeskSteps,
  selectEarlier,
  selectListed,
} from './desk-store.server.ts'
import { isOpen, isUnderWay } from './domain/order.ts'
import { readOrderNumber, readOrderNumberPrefix } from './domain/order-number.ts'
import { undoUntil } from './domain/step-evidence.ts'
import { dayOf } from './due-day.ts'
import { type OrderEventRow, selectEvents } from './events-store.server.ts'
import {
  type DeskEvent,
  type DeskOrder,
  type DeskOrderRow,
  type DeskStep,
  type OrderFilter,
  orderFilters,
} from './public.ts'
import { type OrderRow, selectForTeam } from './store.server.ts'

type ReadDeps = Pick<OrdersDeps, 'database'>

/** Maximum number of events that the page of an order shows. */
const maxEvents = 200

/** Maximum up to which the list counts orders. */
const maxCount = 1_000

export interface DeskOrderPage {
  orders: DeskOrderRow[]
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined
}

/**
 * A page of orders for the team. It does not depend on the caller, who must have checked the permission.
 *
 * @param number a person's input of an order number; any other text finds no order
 * @param after `next` of the previous page; another text returns the first page
 */
export async function listForTeam(
  { database }: ReadDeps,
  {
    filter,
    number: typed,
    after,
    limit,
  }: {
    filter: OrderFilter
    number?: string | undefined
    after?: string | undefined
    limit: number
  },
): Promise<DeskOrderPage> {
  const number = typed === undefined ? undefined : readOrderNumberPrefix(typed)
  if (typed !== undefined && number === undefined) return { orders: [], next: undefined }
  const position = after === undefined ? undefined : readPosition(after, { number, filter })
  const rows = await selectListed(database, { filter, number, after: position, limit: limit + 1 })
  const [page, last] = [rows.slice(0, limit), rows.length > limit ? rows[limit - 1] : undefined]
  return { orders: page.map(rowView), next: last && `${last.key}~${last.id}` }
}

/** Number of orders that each filter shows, up to a thousand. */
export async function countsForTeam({ database }: ReadDeps): Promise<Record<OrderFilter, number>> {
  const counts = new Map(
    await Promise.all(
      orderFilters.map(async (filter) => [filter, await countListed(database, filter, maxCount)] as const),
    ),
  )
  return recordFrom(orderFilters, (filter) => counts.get(filter) ?? 0)
}

/** All data of one order that the team sees, by its id or a person's input of its number. */
export async function openForTeam(
  { database }: ReadDeps,
  { text }: { text: string },
): Promise<DeskOrder | undefined> {
  const number = readOrderNumber(text)
  if (number === undefined && !isUuid(text)) return undefined
  const order = await selectForTeam(database, number === undefined ? { id: text } : { number })
  if (!order) return undefined
  const [steps, events] = await Promise.all([
    selectDeskSteps(database, order.id),
    selectEvents(database, order.id, maxEvents),
  ])
  const current = steps.find((step) => !step.completed)
  const earlier =
    current && (await selectEarlier(database, { orderId: order.id, stepNumber: current.stepNumber }))
  const { version, paymentType, startDate, deliveryDays, deliveryKind, contactedAt } = order
  return {
    ...rowView({ ...order, step: current?.stepName ?? null }),
    version,
    paymentType,
    startDate,
    deliveryDays,
    deliveryKind,
    contactedAt,
    steps: steps.map((step) => stepView(step, order)),
    draft: earlier ?? null,
    history: historyOf(order, events),
  }
}

function rowView(order: OrderRow & Pick<ListedOrder, 'step'>): DeskOrderRow {
  const { id, number, userId, serviceTitle, servicePrice, status, progress } = order
  const { createdAt, updatedAt, deliveryDate } = order
  const isOwed = isUnderWay(status) || status === 'on_hold'
  return {
    id,
    number,
    userId,
    serviceTitle,
    servicePrice,
    status,
    progress,
    createdAt,
    updatedAt,
    deliveryDate,
    dueOn: isOwed ? (order.dueOn ?? deliveryDate) : null,
    step: order.step,
    contactDueAt: order.contactedAt === null && isOpen(status) ? order.contactDueAt : null,
  }
}

function stepView({ completion, fileName, ...step }: DeskStepRow, order: OrderRow): DeskStep {
  const shown = completion && {
    id: completion.id,
    words: completion.words,
    protocol: completion.protocol,
    file: completion.fileId && fileName ? { id: completion.fileId, name: fileName } : null,
    isShared: completion.isShared,
    completedBy: completion.completedBy,
    announcedAt: completion.announcedAt,
    undoUntil: undoUntil(completion.completedAt),
  }
  return {
    number: step.stepNumber,
    name: step.stepName,
    description: step.stepDescription,
    dueOn: step.completed || order.startDate === null ? null : dayOf(step, order),
    completedAt: step.completedDate,
    completion: shown,
  }
}

/** The signature is derived from the order's own row, so that signing writes no additional event. */
function historyOf(order: OrderRow, events: readonly OrderEventRow[]): DeskEvent[] {
  const signed = { id: order.id, kind: 'signed' as const, at: order.createdAt, actorId: null }
  return [
    ...events.map(({ orderId: _order, ...event }) => event),
    ...(events.length < maxEvents ? [{ ...signed, stepNumber: null, text: null, detail: {} }] : []),
  ]
}

/** A position of the same list: one of another kind has a key that this list cannot compare. */
function readPosition(
  text: string,
  { number, filter }: { number: string | undefined; filter: OrderFilter },
): OrderPosition | undefined {
  const [key = '', id = ''] = text.split('~')
  if (!isUuid(id)) return undefined
  if (number !== undefined) return readOrderNumber(key) === key ? { key, id } : undefined
  const isKey = filter === 'working' ? isIsoDate(key) : isInstant(key)
  return isKey ? { key, id } : undefined
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
