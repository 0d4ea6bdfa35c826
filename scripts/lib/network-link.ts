import { connect, createServer, type Socket } from 'node:net'

/**
 * State of a link. `refuses`: connections are closed, as by a stopped server. `silent`: no data arrives, as behind a cut network
 * or a paused server.
 */
export type LinkState = 'open' | 'refuses' | 'silent'

/** A network link between a client and a server, which can be cut. */
export interface NetworkLink {
  become(state: LinkState): void
  close(): Promise<void>
}

export interface Address {
  host: string
  port: number
}

/**
 * Listens on one address and forwards everything to another.
 *
 * @param isCutOff whether data neither from nor to the client at this port of the machine arrives
 */
export async function openLink(
  from: Address,
  to: Address,
  isCutOff: (clientPort: number) => boolean = () => false,
): Promise<NetworkLink> {
  const open = new Set<Socket>()
  let state: LinkState = 'open'
  const server = createServer((client) => {
    if (state === 'refuses') return void client.destroy()
    const backend = connect(to.port, to.host)
    const clientPort = client.remotePort ?? 0
    const passes = () => state === 'open' && !isCutOff(clientPort)
    for (const socket of [client, backend]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        open.delete(socket)
        // A cut network does not tell either side that the other has closed.
        if (!passes()) return
        client.destroy()
        backend.destroy()
      })
    }
    client.on('data', (chunk) => passes() && backend.write(chunk))
    backend.on('data', (chunk) => passes() && client.write(chunk))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(from.port, from.host, resolve)
  })
  const closeAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    become(next) {
      // A silent link has lost the data sent meanwhile, so its connections are closed when it opens.
      if (next === 'refuses' || (state === 'silent' && next === 'open')) closeAll()
      state = next
    },
    async close() {
      closeAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
