import { createContext } from 'react-router'
import type { App } from '../composition.ts'
import type { Viewer } from '../modules/identity/public.ts'
import type { Toast } from './session/toasts.server.ts'

/** The composed application: every module, ready to be asked. Set once per request by `server.ts`. */
export const appContext = createContext<App>()

/** What is known of the request before any route runs. */
export interface RequestInfo {
  /** Shown in logs and on the error screen, so that a person can quote it. */
  id: string
  /** Nonce of this answer's content security policy. */
  nonce: string
  /** The client's address, for rate limits and evidence. */
  ip: string
  userAgent: string
  /** Where the browser finds src/web/entry.client.ts. */
  scriptUrl: string
}
export const requestContext = createContext<RequestInfo>()

/** Who is signed in, or null. Read once per request by the root middleware. */
export const viewerContext = createContext<Viewer | null>(null)

/** Notices an action shows on the page it answers with; after a redirect they travel by cookie instead. */
export const noticesContext = createContext<readonly Toast[]>([])
