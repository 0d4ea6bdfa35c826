import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Number of requests of a connection that may wait. Browsers and proxies send a request only after the response to the previous one. */
const maxWaiting = 32

/** Responds to a request, now or when it is its turn. */
type Respond = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Wraps a listener so that the requests of one connection are handled one after the other, each in a turn of the event loop of its own. Node
 * reads everything that a packet contains in one turn: hundreds of small requests, handled together, would delay all other visitors
 * for seconds. A connection on which more than 32 wait is closed.
 */
export function inTurn(respond: Respond): Respond {
  const waiting = new WeakMap<Socket, (() => void)[]>()

  return (request, response) => {
    const { socket } = request
    const handle = () => {
      if (socket.destroyed) return
      response.once('close', () => {
        const next = waiting.get(socket)?.shift()
        if (next) setImmediate(next)
        else waiting.delete(socket)
      })
      respond(request, response)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      handle()
    } else if (queue.length < maxWaiting) queue.push(handle)
    else socket.destroy()
  }
}
