import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Members of a payment as JSON text, so that any digits, duplicate names and invalid values can be written; undefined removes a
 * member.
 */
export type Change = Readonly<Record<string, string | undefined>>

/**
 * Starts a proxy in front of the provider that alters some members of chosen payments in every response with them: alone, in a
 * search, after a refund. Everything else passes unchanged.
 */
export async function startAlteringProxy(target: string) {
  const changes = new Map<string, Change>()
  let page: ((text: string) => string) | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(host|content-length|connection)$/.test(name)),
    ) as Record<string, string>
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    })
    const text = altered(await answer.text())
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(page && request.url?.includes('/search') ? page(text) : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function altered(text: string): string {
    const answer: unknown = JSON.parse(text)
    const write = (value: unknown): string => {
      if (!isObject(value)) return JSON.stringify(value)
      if (Array.isArray(value.results)) {
        const { results, ...rest } = value
        return `{"results":[${results.map(write).join(',')}],${JSON.stringify(rest).slice(1)}`
      }
      const change = changes.get(String(value.id)) ?? {}
      const members = {
        ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, JSON.stringify(inner)])),
        ...change,
      }
      const written = Object.entries(members).flatMap(([name, json]) =>
        json === undefined ? [] : [`${JSON.stringify(name.replace(/ again$/, ''))}:${json}`],
      )
      return `{${written.join(',')}}`
    }
    return write(answer)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Alters these members of a payment from now on. */
    alter: (id: number | string, change: Change) => void changes.set(String(id), change),
    /** Alters the pages of searches from now on. */
    alterPages: (write: ((text: string) => string) | undefined) => {
      page = write
    },
    reset() {
      changes.clear()
      page = undefined
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
