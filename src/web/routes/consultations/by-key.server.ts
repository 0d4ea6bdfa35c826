import type { RouterContextProvider } from 'react-router'
import type { ConsultationView } from '../../../modules/consultations/public.ts'
import type { ChargeView } from '../../../modules/payments/public.ts'
import { appContext } from '../../context.ts'

export interface LookupWithCharge {
  view: ConsultationView
  charge: ChargeView | undefined
}

/** Returns the look-up of a private link, and its charge. The link is the credential, no matter who opens it. */
export async function lookupByKey(
  context: Readonly<RouterContextProvider>,
  key: string,
): Promise<LookupWithCharge | undefined> {
  const { consultations, payments } = context.get(appContext)
  const view = await consultations.byLink({ key })
  if (!view) return undefined
  const { chargeId, userId } = view
  return { view, charge: chargeId ? await payments.chargeView({ chargeId, userId }) : undefined }
}

/**
 * Headers of a page whose URL is a secret: never cached, never indexed. `same-origin` hides it from other sites and still sends
 * the Referer of the page's own forms, which `no-referrer` would not.
 */
export const privatePageHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}
