import type { Route } from './+types/webhook.ts'
import { notPosted, receiveNotice } from './receive-notice.server.ts'

/** Mercado Pago's notices. */
export const action = (args: Route.ActionArgs) => receiveNotice('mercado-pago', args)
export const loader = notPosted
