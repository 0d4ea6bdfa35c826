import { Agent, request } from 'node:http'

export interface Call {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  location: string | undefined
  /** Value of a `Cookie` header with the cookies that the response sets. */
  cookie: string
  /** Returns the body, if it is not compressed. */
  text(): string
}

export interface Client {
  call(call: Call): Promise<Answer>
  close(): void
}

/** Creates a keep-alive client that distributes requests round-robin over the origins and sends a fixed Host header. */
export function createClient({
  origins,
  host = new URL(origins[0] ?? '').host,
  connections,
}: {
  origins: readonly string[]
  host?: string
  connections: number
}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  let turn = 0
  return {
    call(call) {
      const { path, method = 'GET', headers = {}, body } = call
      const origin = origins[turn++ % origins.length] ?? ''
      return new Promise((resolve, reject) => {
        const asked = request(`${origin}${path}`, { agent, method, timeout: 20_000 }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location,
              cookie: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; '),
              text: () => Buffer.concat(chunks).toString(),
            }),
          )
        })
        asked.setHeader('Host', host)
        for (const [name, value] of Object.entries(headers)) asked.setHeader(name, value)
        asked.on('timeout', () => asked.destroy(new Error(`${path}: no answer within 20 s`)))
        asked.on('error', (error) => {
          // The server closed a connection that had been idle between two stages.
          const isStale = asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
          if (isStale) resolve(this.call(call))
          else reject(error)
        })
        asked.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
