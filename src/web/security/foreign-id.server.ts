import type { App } from '../../composition.ts'
import { appContext, type Context, originOf, viewerContext } from '../context.ts'

/** Kinds of owned objects whose id a request may name, each with the query whether it belongs to another user. */
const owned = {
  charge: (app: App) => app.payments.isChargeOfAnother,
  document: (app: App) => app.documents.isOfAnother,
  evidence: (app: App) => app.orders.isFileOfAnother,
  instalment: (app: App) => app.payments.isInstalmentOfAnother,
  offer: (app: App) => app.proposals.isOfferOfAnother,
  order: (app: App) => app.orders.isOfAnother,
  'privacy-request': (app: App) => app.privacy.isRequestOfAnother,
  renegotiation: (app: App) => app.contracting.isRenegotiationOfAnother,
  session: (app: App) => app.identity.isSessionOfAnother,
} as const satisfies Record<
  string,
  (app: App) => (which: { ids: readonly string[]; userId: string }) => Promise<boolean>
>

/**
 * Records a security event if ids that were not found for this user belong to another one. The response is the same as for an
 * unknown id, and so is its time: both cases run one more query.
 */
export async function recordMiss(
  context: Context,
  about: keyof typeof owned,
  ids: readonly string[],
): Promise<void> {
  const app = context.get(appContext)
  const viewer = context.get(viewerContext)
  if (!viewer) return
  try {
    if (!(await owned[about](app)({ ids, userId: viewer.id }))) return
    const { ip, requestId } = originOf(context)
    app.security.record('foreign-id-refused', { account: viewer.id, ip, requestId, about })
  } catch (err) {
    app.log.warn({ err }, 'could not read whose an id is')
  }
}
