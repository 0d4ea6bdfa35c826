import { createContext, type RouterContextProvider } from 'react-router'
import type { App } from '../composition.ts'
import type { Viewer } from '../modules/identity/public.ts'
import type { Toast } from './session/toasts.server.ts'

/** The context of a request, as loaders and actions get it. */
export type Context = Readonly<RouterContextProvider>

/** The composed application. Set once per request by `server.ts`. */
export const appContext = createContext<App>()

/** Facts about the request that are known before any route runs. */
export interface RequestInfo {
  /** Shown in logs and on the error screen, so that a customer can quote it to support. */
  id: string
  /** The client's IP address, for rate limits and evidence. */
  ip: string
  userAgent: string
  /** URL of the built src/web/entry.client.ts. */
  scriptUrl: string
}
export const requestContext = createContext<RequestInfo>()

/** Function that renders a page of the shop for an anonymous visitor. Set once per request by `server.ts`. */
export const renderContext = createContext<(path: string) => Promise<Response>>()

/** Whether a part of this request failed, and why. Set once per request by `server.ts`. */
export interface Failure {
  seen: boolean
  /** The database did not answer. */
  isOutage: boolean
  /** A stored file could not be read. */
  unreadable?: { file: string; isMissing: boolean }
}
export const failureContext = createContext<Failure>()

/** The signed-in user, or null. Read once per request by the root middleware. */
export const viewerContext = createContext<Viewer | null>(null)

/** The id of the viewer's session, read with the viewer; undefined for a guest. */
export const sessionIdContext = createContext<string | undefined>(undefined)

/** Toasts for the page that the action itself renders. Before a redirect they are stored in a cookie instead. */
export const toastsContext = createContext<readonly Toast[]>([])

/**
 * The submitted form of the request. Set once per request by `server.ts`, which reads the body within the limits of the route
 * (security/unreadable.server.ts): no route reads the body directly.
 */
export const formContext = createContext<FormData>()

/** Returns the origin of a request in the form that use cases take: for rate limits, the access log and security events. */
export function originOf(context: Context) {
  const { ip, userAgent, id } = context.get(requestContext)
  return { ip, userAgent, requestId: id }
}
