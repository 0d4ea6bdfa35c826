import type { Route } from './+types/webhook.ts'
import { methodNotAllowed, receiveWebhook } from './receive-webhook.server.ts'

/** Handles Mercado Pago's webhook. */
export const action = (args: Route.ActionArgs) => receiveWebhook('mercado-pago', args)
export const loader = methodNotAllowed
