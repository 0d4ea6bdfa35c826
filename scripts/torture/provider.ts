import { setTimeout as sleep } from 'node:timers/promises'

/** Client of the simulator's controls. It retries while the simulator is down. */
export interface Provider {
  /** @returns the response status, or undefined when every attempt failed */
  post(path: string, body?: object | URLSearchParams): Promise<number | undefined>
  get(path: string): Promise<unknown>
}

/**
 * Maximum number of attempts, a quarter of a second apart: on a busy machine a killed process takes half a minute to respond
 * again.
 */
const maxAttempts = 400

export function providerAt(url: string): Provider {
  async function ask(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const answer = await fetch(url + path, {
        ...init,
        redirect: 'manual',
        headers: { Accept: 'application/json', ...init.headers },
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      if (answer) return answer
      await sleep(250)
    }
    return undefined
  }

  return {
    async post(path, body = {}) {
      const json = { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
      const answer = await ask(path, {
        method: 'POST',
        ...(body instanceof URLSearchParams ? { body } : json),
      })
      await answer?.body?.cancel()
      return answer?.status
    },
    async get(path) {
      const answer = await ask(path)
      if (answer?.status !== 200) throw new Error(`The simulator answered ${answer?.status} to ${path}`)
      return answer.json()
    },
  }
}
