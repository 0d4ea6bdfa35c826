import type { ConsultationView } from '../../../modules/consultations/public.ts'
import type { ChargeView } from '../../../modules/payments/public.ts'
import { appContext, type Context } from '../../context.ts'

export interface LookupWithCharge {
  view: ConsultationView
  charge: ChargeView | undefined
}

/** Returns the look-up of a private link, and its charge. The link is the credential, no matter who opens it. */
export async function lookupByKey(context: Context, key: string): Promise<LookupWithCharge | undefined> {
  const { consultations, payments } = context.get(appContext)
  const view = await consultations.byLink({ key })
  if (!view) return undefined
  const { chargeId, userId } = view
  return { view, charge: chargeId ? await payments.chargeView({ chargeId, userId }) : undefined }
}
