import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedNotice {
  query: URLSearchParams
  headers: Headers
  body: string
}

/**
 * Starts the server to which a simulated provider sends its notices; it answers 200 to one that `receive` takes, otherwise 401.
 * Closing waits for the notices that are still being received, whose sender may have left.
 */
export async function startNoticeReceiver(
  receive: (notice: ReceivedNotice) => Promise<{ ok: boolean }>,
): Promise<{ url: string; close(): Promise<void> }> {
  const receiving = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const notice = {
        query: new URL(request.url ?? '', 'http://x').searchParams,
        headers: new Headers(request.headers as Record<string, string>),
        body: Buffer.concat(chunks).toString(),
      }
      const answered = receive(notice)
        .then(({ ok }) => void response.writeHead(ok ? 200 : 401).end())
        .finally(() => receiving.delete(answered))
      receiving.add(answered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(receiving)
    },
  }
}
