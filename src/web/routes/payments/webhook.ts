import { methodNotAllowed } from '../../method-not-allowed.ts'
import type { Route } from './+types/webhook.ts'
import { receiveWebhook } from './receive-webhook.server.ts'

/** Handles Mercado Pago's webhook. */
export const action = (args: Route.ActionArgs) => receiveWebhook('mercado-pago', args)
export const loader = methodNotAllowed
