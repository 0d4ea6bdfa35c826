import type { ApiRequest } from './contract.ts'

/** Result of a route: a status with a body; errors are thrown as `Problem`. */
export type RouteResult = { status: number; body?: unknown }
export type Route = readonly [
  method: string,
  path: RegExp,
  /** Problem kind of the response to a request that violates the contract. */
  problemKind: string,
  handler: (request: ApiRequest, ...params: string[]) => RouteResult,
]
