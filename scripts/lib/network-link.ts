import { connect, createServer, type Socket } from 'node:net'

/** `refuses`: connections are closed, as by a server that was stopped. `silent`: nothing arrives, as behind a cut network or a paused server. */
export type LinkState = 'open' | 'refuses' | 'silent'

/** A way through a network between a client and a server, which can be cut. */
export interface NetworkLink {
  become(state: LinkState): void
  close(): Promise<void>
}

export interface Address {
  host: string
  port: number
}

/**
 * Listens on one address and passes everything on to another.
 *
 * @param isCutOff whether nothing of the client at this port of the machine arrives, nor anything at it
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
      // What was silent has lost what was sent meanwhile.
      if (next === 'refuses' || (state === 'silent' && next === 'open')) closeAll()
      state = next
    },
    async close() {
      closeAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
