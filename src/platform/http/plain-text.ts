import type { ServerResponse } from 'node:http'

/** Answers with a text that no cache keeps. */
export function plainText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(text)
}
