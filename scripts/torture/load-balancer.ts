import { connect, createServer, type Socket } from 'node:net'

export interface LoadBalancer {
  /** Closes every connection and stops listening. */
  close(): Promise<void>
}

/**
 * Starts a round-robin TCP load balancer for the web processes. It skips a process that refuses the connection, and does not
 * detect one that is only slow.
 */
export async function startLoadBalancer(port: number, backends: readonly number[]): Promise<LoadBalancer> {
  const open = new Set<Socket>()
  let next = 0
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const server = createServer((client) => {
    track(client)
    const attempt = (left: number) => {
      const backend = connect({ port: backends[next++ % backends.length] ?? 0, host: '127.0.0.1' })
      let connected = false
      track(backend)
      backend.once('connect', () => {
        connected = true
        client.pipe(backend).pipe(client)
      })
      backend.once('close', () => {
        if (connected || left === 0) client.destroy()
        else attempt(left - 1)
      })
      client.once('close', () => backend.destroy())
    }
    attempt(backends.length - 1)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
