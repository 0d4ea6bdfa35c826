import type { Violation } from './problem.ts'

/** A request as the contract sees it: `path` within the API, the body parsed. */
export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/** Validates requests, responses and callbacks against the published OpenAPI. Optional: injected by the bank's caller. */
export interface Contract {
  request(request: ApiRequest): Violation[]
  response(request: ApiRequest, response: { status: number; body: unknown }): Violation[]
  callback(body: unknown): Violation[]
}
