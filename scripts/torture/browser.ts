/** What a page or a form answered. */
export interface Answer {
  status: number
  /** Path and query; undefined where the answer leads nowhere. */
  location: string | undefined
  text: string
  /** What the signed cookies that came with it say. */
  told: Readonly<Record<string, unknown>>
}

/** One person's browser. */
export interface Browser {
  /** A second window of the same person: what it is told after now is its own. */
  tab(): Browser
  get(path: string): Promise<Answer>
  post(path: string, form: Form): Promise<Answer>
}

type Form = Readonly<Record<string, string | readonly string[]>>

const patienceMs = 12_000

/**
 * @param ip where the person seems to come from: limits count by address
 * @param cookies those it begins with, `name=value`
 */
export function openBrowser({
  url,
  ip,
  cookies = [],
}: {
  url: string
  ip: string
  cookies?: readonly string[]
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
      signal: AbortSignal.timeout(patienceMs),
    })
    const set = response.headers.getSetCookie().map(pairOf)
    for (const [name, value] of set) value === '' ? jar.delete(name) : jar.set(name, value)
    return {
      status: response.status,
      location: response.headers.get('location') ?? undefined,
      text: await response.text(),
      told: Object.fromEntries(set.map(([name, value]) => [name, contentOf(value)])),
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

/** The server's cookies are JSON in base64url and a signature. */
function contentOf(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
