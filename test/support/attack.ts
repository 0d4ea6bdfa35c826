import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { minProcessorTime } from './processor-time.ts'
import { publicUrl } from './web.ts'

/** Maximum processor time of the event loop that a request of 256 KB may take, in milliseconds. */
export const budgetMs = 50

export interface Attack {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

let addresses = 0
/**
 * Returns an address in a different network for each request, because otherwise the rate limits would respond instead of the
 * forms.
 */
const nextAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`

/** Sends requests to a server that trusts one proxy, each from another network. */
export function attackerOf(server: { port(): number }) {
  function send({ method = 'GET', path, headers = {}, body }: Attack): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = httpRequest(
        {
          host: '127.0.0.1',
          port: server.port(),
          method,
          path,
          headers: {
            Host: 'localhost:3000',
            Origin: publicUrl,
            'X-Forwarded-For': nextAddress(),
            ...headers,
            ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
          },
        },
        (response: IncomingMessage) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      asked.on('error', (error) => reject(new Error(`${method} ${path.slice(0, 80)}: ${error.message}`)))
      asked.end(body)
    })
  }

  return {
    send,
    /**
     * Expects an answer within the budget. Measured as the CPU time of this thread, which another process on the machine does not add to,
     * with the client's own share.
     *
     * @returns the status of the response
     */
    async holds(attack: Attack, budget = budgetMs): Promise<number> {
      let status = 0
      const ms = await minProcessorTime(budget, async () => {
        status = await send(attack)
      })
      const what = `${attack.method ?? 'GET'} ${attack.path.slice(0, 80)} ${String(attack.body ?? '').slice(0, 60)}`
      expect(status, what).toBeLessThan(500)
      expect(status, what).toBeGreaterThanOrEqual(200)
      expect(ms, what).toBeLessThan(budget)
      return status
    },
  }
}

export const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
export const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
export const filled = (piece: string, bytes = 255 * 1024) => piece.repeat(Math.floor(bytes / piece.length))
export const partOf = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Values that are expensive for a regular expression or a normalisation, no longer than a form may have them. */
export const expensiveValues = [
  filled('a', 10_000),
  filled('1', 10_000),
  `${filled(' ', 9_999)}x`,
  `${filled('.', 9_998)}@a`,
  `a@${filled('a.', 9_990)}`,
  filled('a@', 10_000),
  filled('-', 10_000),
  `${filled('1.', 9_990)}x`,
  filled('12x 3,4 ', 10_000),
  `R$ ${filled('1.', 9_990)}`,
  `-${filled(' ', 9_998)}x`,
  filled('\u0301\u0316', 10_000),
  filled('ﷺ', 10_000),
  filled('000201', 10_000),
  `${filled('(', 5_000)}${filled(')', 5_000)}`,
]
