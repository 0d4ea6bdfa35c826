import { createServer } from 'node:net'

/** Whether a TCP port of this machine is free, on loopback and on all addresses. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port))
}

/** The first of `count` consecutive free TCP ports, outside the ephemeral port ranges. */
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
