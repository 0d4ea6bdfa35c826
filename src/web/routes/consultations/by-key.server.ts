import type { RouterContextProvider } from 'react-router'
import type { ConsultationView } from '../../../modules/consultations/public.ts'
import type { ChargeView } from '../../../modules/payments/public.ts'
import { appContext } from '../../context.ts'

export interface Found {
  view: ConsultationView
  charge: ChargeView | undefined
}

/** The look-up of a private link and its charge: the link itself is the proof, whoever opens it. */
export async function lookupByKey(
  context: Readonly<RouterContextProvider>,
  key: string,
): Promise<Found | undefined> {
  const { consultations, payments } = context.get(appContext)
  const view = await consultations.byLink({ key })
  if (!view) return undefined
  const { chargeId, userId } = view
  return { view, charge: chargeId ? await payments.chargeView({ chargeId, userId }) : undefined }
}

/**
 * The address is a secret: it is not kept by caches and not listed. `same-origin` tells it to no other site, and lets the
 * page's own forms say where they come from, which `no-referrer` would not.
 */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}
