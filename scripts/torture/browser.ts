/** Response to a page or form request. */
export interface Answer {
  status: number
  /** Path and query of a redirect. */
  location: string | undefined
  text: string
  /** Contents of the signed cookies that the response sets, by name. */
  cookies: Readonly<Record<string, unknown>>
}

/** Browser of one customer. */
export interface Browser {
  /** Opens a second window with a copy of the current cookies. */
  tab(): Browser
  get(path: string): Promise<Answer>
  post(path: string, form: Form): Promise<Answer>
}

type Form = Readonly<Record<string, string | readonly string[]>>

const defaultTimeoutMs = 12_000

/**
 * @param ip client address that the rate limits see
 * @param cookies initial cookies, `name=value`
 */
export function openBrowser({
  url,
  ip,
  cookies = [],
  timeoutMs = defaultTimeoutMs,
}: {
  url: string
  ip: string
  cookies?: readonly string[]
  timeoutMs?: number
}): Browser {
  const jar = new Map(cookies.map(pairOf))

  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: 'manual',
      headers: {
        Origin: url,
        'X-Forwarded-For': ip,
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const set = response.headers.getSetCookie().map(pairOf)
    for (const [name, value] of set) value === '' ? jar.delete(name) : jar.set(name, value)
    return {
      status: response.status,
      location: response.headers.get('location') ?? undefined,
      text: await response.text(),
      cookies: Object.fromEntries(set.map(([name, value]) => [name, contentOf(value)])),
    }
  }

  return {
    tab: () => openBrowser({ url, ip, cookies: [...jar].map(([name, value]) => `${name}=${value}`) }),
    get: (path) => ask(path, {}),
    post(path, form) {
      const body = new URLSearchParams()
      for (const [name, value] of Object.entries(form)) {
        for (const one of [value].flat()) body.append(name, one)
      }
      return ask(path, { method: 'POST', body })
    },
  }
}

function pairOf(cookie: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return [name, value]
}

/** Decodes a cookie of the server: base64url JSON and a signature. */
function contentOf(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
