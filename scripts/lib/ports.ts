import { createServer } from 'node:net'

/** Whether nothing listens on a TCP port of this machine, neither on loopback nor on all addresses. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port))
}

/** The first of `count` consecutive free TCP ports, away from the ranges that systems give to clients. */
export async function freePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(portIsFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${count} consecutive free TCP port(s) found`)
}

function canListen(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true, ...(host ? { host } : {}) }, () =>
      server.close(() => resolve(true)),
    )
  })
}
