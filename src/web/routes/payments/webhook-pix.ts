import type { Route } from './+types/webhook-pix.ts'
import { notPosted, receiveNotice } from './receive-notice.server.ts'

/** A bank's notices (API Pix), behind whatever ends TLS for us and has asked for the bank's certificate. */
export const action = (args: Route.ActionArgs) => receiveNotice('api-pix', args)
export const loader = notPosted
