import { setTimeout as sleep } from 'node:timers/promises'

/** The simulator's levers. A simulator that was killed is asked again until it is back. */
export interface Provider {
  /** @returns the status of its answer, or undefined when it never came */
  post(path: string, body?: object | URLSearchParams): Promise<number | undefined>
  get(path: string): Promise<unknown>
}

const attempts = 40

export function providerAt(url: string): Provider {
  async function ask(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    for (let attempt = 0; attempt < attempts; attempt++) {
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
      if (answer?.status !== 200) throw new Error(`The simulator answers ${answer?.status} to ${path}`)
      return answer.json()
    },
  }
}
