import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipelined.ts'
import type { Schedule } from '../payments/index.server.ts'
import type { CustomOffer } from '../proposals/index.server.ts'
import type { ContractingDeps, HiringViewer } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'
import { contractAcceptedMessage } from './messages.ts'
import { closedStateOf, type OfferClosed, openDraft } from './read-draft.ts'
import { type RenderedContract, renderContract } from './render-contract.ts'
import { findPlace, saveEvidence } from './save-evidence.ts'
import { lenientOpening } from './sealed-contracts.server.ts'
import { consumeDraft, selectAcceptance, selectDraft } from './store.server.ts'

type Deps = Omit<ContractingDeps, 'orders' | 'payments'> & {
  orders: Pick<ContractingDeps['orders'], 'openOrder' | 'createSteps'>
  payments: Pick<ContractingDeps['payments'], 'scheduleInstalments'>
}

export interface AcceptanceRequest {
  draftId: string
  viewer: HiringViewer
  /** The labels of the ticked checkboxes. */
  ticked: string[]
  evidence: { ip: string; userAgent: string }
  /** SHA-256 of the text that was shown. When the contract's text has changed since, the contract is not signed. */
  shownSha256?: string | undefined
}

export interface AcceptedContract {
  orderId: string
  /** Number of instalments of the order. */
  payments: number
  /** False for a repeated request: a double click, a retry, a second tab. */
  first: boolean
}

export type AcceptanceRefusal =
  | 'not_found'
  | 'not_ticked'
  | 'incomplete'
  | 'changed'
  | 'not_sold'
  /** The offer expired or was withdrawn since it was shown. */
  | OfferClosed
  /** The write that failed (specification, section 8); the transaction was rolled back. */
  | 'order_failed'
  | 'steps_failed'
  | 'instalments_failed'
  | 'payment_failed'
  | 'acceptance_failed'

/**
 * Signs a contract: writes order, steps, instalments, evidence, confirmation and event in one transaction. A row lock
 * on the draft makes it idempotent; for a custom offer, which can have several drafts, so does a lock on the offer. The
 * second of two concurrent requests blocks until the lock is released and returns the first one's order.
 */
export async function acceptContract(
  deps: Deps,
  request: AcceptanceRequest,
): Promise<Outcome<AcceptedContract, AcceptanceRefusal>> {
  const { draftId, viewer, ticked } = request
  if (!isUuid(draftId)) return refuse('not_found')
  if (!viewer.id || !viewer.email) return refuse('incomplete')
  try {
    return await deps.database.transaction(async (tx) => {
      const row = await selectDraft(tx, { draftId, userId: viewer.id, lock: true }, deps.sealing)
      if (!row) return refuse('not_found')
      if (row.orderId)
        return ok(await earlierAcceptance(tx, { orderId: row.orderId, userId: viewer.id }, deps))
      const custom = row.customOfferId
        ? await deps.proposals.lockCustomOffer(tx, { offerId: row.customOfferId, userId: viewer.id })
        : undefined
      const closed = custom && closedStateOf(custom)
      if (closed?.state === 'accepted') {
        return ok(await earlierAcceptance(tx, { orderId: closed.orderId, userId: viewer.id }, deps))
      }
      if (closed) return refuse(closed.state)
      if (ticked.length === 0) return refuse('not_ticked')
      const draft = openDraft(row, custom)
      if (!draft) return refuse('incomplete')
      const rendered = renderContract(deps, { draft })
      if (!rendered.ok) return rendered
      if (request.shownSha256 !== undefined && request.shownSha256 !== rendered.value.sha256) {
        return refuse('changed')
      }
      return ok(await sign(tx, { request, party: draft.party, custom, rendered: rendered.value }, deps))
    })
  } catch (error) {
    if (!(error instanceof StageError)) throw error
    deps.log.error({ err: error.cause, draftId }, `hiring: ${error.code}`)
    return refuse(error.code)
  }
}

/** Writes everything in two round trips to the database. */
async function sign(
  tx: Transaction,
  {
    request,
    party,
    custom,
    rendered,
  }: {
    request: AcceptanceRequest
    party: ContractParty
    custom: CustomOffer | undefined
    rendered: RenderedContract
  },
  deps: Deps,
): Promise<AcceptedContract> {
  const { offer } = rendered
  const { id: userId, email } = request.viewer
  const orderId = deps.newId()
  const now = deps.clock.now()

  // Prerequisites of the remaining writes: the order that they refer to, and the end of the hash chain, which stays locked
  // for other transactions until the commit.
  const [orderNumber, place] = await pipelined(
    stage('order_failed', async () => {
      const { number } = await deps.orders.openOrder(tx, {
        id: orderId,
        userId,
        serviceId: offer.serviceId,
        planId: offer.planId,
        serviceTitle: offer.serviceTitle,
        servicePrice: offer.total,
        paymentType: offer.paymentType,
        deadline: offer.deadline,
      })
      if (custom) await deps.proposals.acceptCustomOffer(tx, { offer: custom, orderId })
      return number
    }),
    stage('acceptance_failed', () => findPlace(tx, { orderId, userId }, deps)),
  )
  const message = contractAcceptedMessage({
    orderId,
    orderNumber,
    party,
    rendered,
    links: deps.links,
    company: deps.company(),
  })
  const { serviceId, planId, total } = offer
  await pipelined(
    stage('steps_failed', () => deps.orders.createSteps(tx, { orderId, steps: offer.steps })),
    stage(offer.payments.length > 1 ? 'instalments_failed' : 'payment_failed', () =>
      deps.payments.scheduleInstalments(tx, {
        orderId,
        userId,
        serviceTitle: offer.serviceTitle,
        paymentType: offer.paymentType,
        rate: rateOf(offer),
        rows: offer.payments.map(({ label: _label, ...row }) => row),
      }),
    ),
    stage('acceptance_failed', () =>
      pipelined(
        deps.send(tx, {
          to: email,
          channel: 'email',
          userId,
          orderId,
          kind: 'contract.accepted',
          ...message,
        }),
        deps.publish(tx, 'contract.accepted', {
          orderId,
          draftId: request.draftId,
          userId,
          serviceId,
          planId,
          total,
        }),
        deps.identity.completeProfile(tx, {
          userId,
          given: { nome: party.name, documento: party.cpf, telefone: party.phone },
          now,
        }),
        consumeDraft(tx, { draftId: request.draftId, orderId, userId, now }),
        saveEvidence(tx, { request, orderId, party, rendered, place, now }, deps),
      ),
    ),
  )
  return { orderId, payments: offer.payments.length, first: true }
}

/** The plan's interest rate, which is deducted on early payment; undefined for a plan without interest. */
function rateOf({ rate }: OfferSnapshot): Schedule['rate'] {
  return rate && rate.percent > 0
    ? { hundredths: Math.round(rate.percent * 100), period: rate.period }
    : undefined
}

async function earlierAcceptance(
  tx: Transaction,
  { orderId, userId }: { orderId: string; userId: string },
  { sealing }: Pick<Deps, 'sealing'>,
): Promise<AcceptedContract> {
  const acceptance = await selectAcceptance(tx, { orderId, userId }, lenientOpening(sealing))
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

/** Labels a failure with the write that failed; throwing rolls the transaction back. */
async function stage<T>(code: Stage, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw new StageError(code, error)
  }
}
