import { methodNotAllowed } from '../../method-not-allowed.ts'
import type { Route } from './+types/webhook-pix.ts'
import { receiveWebhook } from './receive-webhook.server.ts'

/** Handles a bank's webhook (API Pix). The proxy that terminates TLS verifies the bank's client certificate. */
export const action = (args: Route.ActionArgs) => receiveWebhook('api-pix', args)
export const loader = methodNotAllowed
