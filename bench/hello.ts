// A minimal HTTP server on this Node, the baseline of the other figures.
import { createServer } from 'node:http'

const body = Buffer.from('<!doctype html><title>Hello</title><p>Hello')

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
