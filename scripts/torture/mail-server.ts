import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Random } from './random.ts'

/** A mail that the server accepted, in the order of arrival. */
export interface TakenMail {
  /** Part of its Message-ID before the @: the id of the message. */
  id: string
  to: string
}

/** A mail server on loopback, with faults. The accepted mails remain known, however the product's processes end. */
export interface MailServer {
  /** URL: `smtp://…` */
  readonly url: string
  readonly taken: readonly TakenMail[]
  /** Ends the temporary faults; mailboxes that do not exist stay so. */
  calm(): void
  close(): Promise<void>
}

/**
 * Starts a mail server that refuses some mailboxes permanently (550). Until `calm` it also refuses others temporarily (451) and
 * closes connections after it accepted a mail, so that its response is lost.
 *
 * @param isGone checks whether a mailbox does not exist
 */
export async function startMailServer({
  luck,
  isGone,
}: {
  luck: Random
  isGone: (address: string) => boolean
}): Promise<MailServer> {
  const taken: TakenMail[] = []
  let isCalm = false
  const occurs = (probability: number) => !isCalm && luck.chance(probability)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      if (isGone(address)) return done(refusal(550, '5.1.1 no such mailbox'))
      return occurs(0.1) ? done(refusal(451, '4.7.1 try again later')) : done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const head = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
        const [, id = ''] = /^Message-ID: <([^@>]+)@/im.exec(head) ?? []
        for (const { address } of session.envelope.rcptTo) taken.push({ id, to: address })
        if (occurs(0.1)) sockets.get(session.remotePort)?.destroy()
        else done()
      })
    },
  })
  // Open sockets by port; closing one loses the response to an accepted mail.
  const sockets = new Map<number, Socket>()
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    calm() {
      isCalm = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
