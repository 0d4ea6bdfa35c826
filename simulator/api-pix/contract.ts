import type { Violation } from './problem.ts'

/** A call or an answer as the contract sees it: `path` within the API, a body already read. */
export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/** Holds calls, answers and callbacks against the published OpenAPI. Whoever starts the bank may bring one. */
export interface Contract {
  request(asked: ApiRequest): Violation[]
  answer(asked: ApiRequest, answered: { status: number; body: unknown }): Violation[]
  callback(body: unknown): Violation[]
}
