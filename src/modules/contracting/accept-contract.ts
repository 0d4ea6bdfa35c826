import { formatInstant } from '../../core/calendar.ts'
import type { Clock } from '../../core/clock.ts'
import { isUuid, type NewId } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Orders } from '../orders/index.server.ts'
import type { ContractCompany, ContractParty } from './domain/contract.ts'
import { chainOf, recordHash } from './evidence.ts'
import { contractAcceptedMessage } from './messages.ts'
import type {
  CompleteProfile,
  EmailConfirmed,
  HiringViewer,
  ScheduleInstalments,
  SendMessage,
} from './ports.ts'
import { openDraft } from './read-draft.ts'
import { type RenderedContract, renderContract } from './render-contract.ts'
import { appendAcceptance, consumeDraft, lockChain, selectAcceptance, selectDraft } from './store.server.ts'

export interface AcceptanceDeps {
  database: Database
  clock: Clock
  newId: NewId
  log: Pick<Log, 'error'>
  company: ContractCompany
  /** Without a slash at the end. */
  publicUrl: string
  orders: Pick<Orders, 'openOrder' | 'layOutSteps'>
  scheduleInstalments: ScheduleInstalments
  send: SendMessage
  publish: Publish
  emailConfirmed: EmailConfirmed
  completeProfile: CompleteProfile
}

export interface AcceptanceRequest {
  draftId: string
  viewer: HiringViewer
  /** The sentences beside the boxes that were ticked. */
  ticked: string[]
  evidence: { ip: string; userAgent: string }
  /** Of the text the person read. A contract that would now read otherwise is not signed unseen. */
  shownSha256?: string | undefined
}

export interface AcceptedContract {
  orderId: string
  /** How many payments the order has. */
  payments: number
  /** False for a repetition: a double click, a retry, a second tab. */
  first: boolean
}

export type AcceptanceRefusal =
  | 'not_found'
  | 'not_ticked'
  | 'incomplete'
  | 'changed'
  | 'not_sold'
  /** Spec section 8: what could not be written, by name. Nothing was. */
  | 'order_failed'
  | 'steps_failed'
  | 'instalments_failed'
  | 'payment_failed'
  | 'acceptance_failed'

/**
 * Signs a contract: order, steps, payments, evidence, confirmation and event in one transaction. The draft decides how
 * often: whoever comes second waits for its row and gets the order of the first.
 */
export function acceptContract(deps: AcceptanceDeps) {
  return async (request: AcceptanceRequest): Promise<Outcome<AcceptedContract, AcceptanceRefusal>> => {
    const { draftId, viewer, ticked } = request
    if (!isUuid(draftId)) return refuse('not_found')
    if (!viewer.id || !viewer.email) return refuse('incomplete')
    try {
      return await deps.database.transaction(async (tx) => {
        const row = await selectDraft(tx, { draftId, userId: viewer.id, lock: true })
        if (!row) return refuse('not_found')
        if (row.orderId) return ok(await repetition(tx, { orderId: row.orderId, userId: viewer.id }))
        if (ticked.length === 0) return refuse('not_ticked')
        const draft = openDraft(row)
        if (!draft) return refuse('incomplete')
        const rendered = renderContract({ draft, company: deps.company, now: deps.clock.now() })
        if (!rendered.ok) return rendered
        if (request.shownSha256 !== undefined && request.shownSha256 !== rendered.value.sha256) {
          return refuse('changed')
        }
        return ok(await sign(tx, { deps, request, party: draft.party, rendered: rendered.value }))
      })
    } catch (error) {
      if (!(error instanceof StageError)) throw error
      deps.log.error({ err: error.cause, draftId }, `hiring: ${error.code}`)
      return refuse(error.code)
    }
  }
}

async function sign(
  tx: Transaction,
  {
    deps,
    request,
    party,
    rendered,
  }: { deps: AcceptanceDeps; request: AcceptanceRequest; party: ContractParty; rendered: RenderedContract },
): Promise<AcceptedContract> {
  const { offer } = rendered
  const { id: userId, email } = request.viewer
  const orderId = deps.newId()
  const now = deps.clock.now()

  await stage('order_failed', () =>
    deps.orders.openOrder(tx, {
      id: orderId,
      userId,
      serviceId: offer.serviceId,
      planId: offer.planId,
      serviceTitle: offer.serviceTitle,
      servicePrice: offer.total,
      paymentType: offer.paymentType,
      deadline: offer.deadline,
    }),
  )
  await stage('steps_failed', () => deps.orders.layOutSteps(tx, { orderId, steps: offer.steps }))
  await stage(offer.payments.length > 1 ? 'instalments_failed' : 'payment_failed', () =>
    deps.scheduleInstalments(tx, {
      orderId,
      userId,
      serviceTitle: offer.serviceTitle,
      paymentType: offer.paymentType,
      rows: offer.payments.map(({ label: _label, ...row }) => row),
    }),
  )
  await stage('acceptance_failed', async () => {
    const message = contractAcceptedMessage({ orderId, party, rendered, ...deps })
    await deps.send(tx, { to: email, channel: 'email', userId, kind: 'contract.accepted', ...message })
    const { serviceId, planId, total } = offer
    await deps.publish(tx, 'contract.accepted', {
      orderId,
      draftId: request.draftId,
      userId,
      serviceId,
      planId,
      total,
    })
    await deps.completeProfile(tx, {
      userId,
      given: { nome: party.name, documento: party.cpf, telefone: party.phone },
      now,
    })
    await consumeDraft(tx, { draftId: request.draftId, orderId, userId, now })
    await keepEvidence(tx, { deps, request, orderId, party, rendered, now })
  })
  return { orderId, payments: offer.payments.length, first: true }
}

/** Last of all, because whoever signs next in the same chain waits from here until the commit. */
async function keepEvidence(
  tx: Transaction,
  {
    deps,
    request: { draftId, viewer, ticked, evidence },
    orderId,
    party,
    rendered,
    now,
  }: {
    deps: AcceptanceDeps
    request: AcceptanceRequest
    orderId: string
    party: ContractParty
    rendered: RenderedContract
    now: Date
  },
): Promise<void> {
  const record = {
    id: deps.newId(),
    draftId,
    orderId,
    userId: viewer.id,
    templateVersion: rendered.version,
    text: rendered.text,
    sha256: rendered.sha256,
    acceptedAt: now,
    acceptedAtText: `${formatInstant(now)} (horário de São Paulo)`,
    ip: evidence.ip,
    userAgent: evidence.userAgent,
    email: viewer.email,
    emailVerified: await deps.emailConfirmed(tx, viewer.id),
    ticked,
    party,
    plan: rendered.offer,
  }
  const chain = chainOf(orderId)
  const end = await lockChain(tx, chain)
  const link = { chain, position: end.position + 1, previousHash: end.head }
  await appendAcceptance(tx, { ...record, ...link, recordHash: recordHash(record, link) })
}

async function repetition(
  tx: Transaction,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<AcceptedContract> {
  const acceptance = await selectAcceptance(tx, { orderId, userId })
  return { orderId, payments: acceptance?.plan.payments.length ?? 1, first: false }
}

type Stage = 'order_failed' | 'steps_failed' | 'instalments_failed' | 'payment_failed' | 'acceptance_failed'

class StageError extends Error {
  override readonly name = 'StageError'
  readonly code: Stage

  constructor(code: Stage, cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** Gives a failure the name of what was being written; throwing undoes the whole transaction. */
async function stage(code: Stage, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw new StageError(code, error)
  }
}
