import type { Violation } from './problem.ts'

/** Request in the form that the contract validates: `path` within the API, the body parsed. */
export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/**
 * Validator of requests, responses and callbacks against the published OpenAPI document. Optional: injected by the code that
 * starts the bank.
 */
export interface Contract {
  request(request: ApiRequest): Violation[]
  response(request: ApiRequest, response: { status: number; body: unknown }): Violation[]
  callback(body: unknown): Violation[]
}
