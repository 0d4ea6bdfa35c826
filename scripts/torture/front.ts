import { connect, createServer, type Socket } from 'node:net'

export interface Front {
  /** Ends every connection and listens no more. */
  close(): Promise<void>
}

/**
 * What stands before the web processes: hands each connection to the next one that takes it. A process that is gone is
 * passed over, one that is only slow is not noticed, as with any simple balancer.
 */
export async function startFront(port: number, behind: readonly number[]): Promise<Front> {
  const open = new Set<Socket>()
  let turn = 0
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const server = createServer((client) => {
    keep(client)
    const attempt = (left: number) => {
      const there = connect({ port: behind[turn++ % behind.length] ?? 0, host: '127.0.0.1' })
      let joined = false
      keep(there)
      there.once('connect', () => {
        joined = true
        client.pipe(there).pipe(client)
      })
      there.once('close', () => {
        if (joined || left === 0) client.destroy()
        else attempt(left - 1)
      })
      client.once('close', () => there.destroy())
    }
    attempt(behind.length - 1)
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
