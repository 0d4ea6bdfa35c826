import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import routes from '../../src/web/routes.ts'
import type { RouteEntry } from '../../src/web/routing/traits.ts'

interface Directive {
  readonly name: string
  readonly args: readonly string[]
  readonly block: readonly Directive[] | undefined
}

/** Parses nginx's configuration language: words, quoted or not, until `;`, or a block between braces. */
function parseNginx(text: string): Directive[] {
  const tokens = [...text.replace(/#.*$/gm, '').matchAll(/"[^"]*"|'[^']*'|[{};]|[^\s{};]+/g)].map(
    ([token]) => token,
  )
  let at = 0
  const block = (isTop: boolean): Directive[] => {
    const found: Directive[] = []
    let words: string[] = []
    for (;;) {
      const token = tokens[at++]
      if (token === undefined) {
        if (!isTop || words.length > 0) throw new Error('unfinished')
        return found
      }
      if (token === '}') {
        if (isTop || words.length > 0) throw new Error('an unexpected }')
        return found
      }
      if (token !== ';' && token !== '{') words.push(token)
      else {
        const [name, ...args] = words
        if (name === undefined) throw new Error(`nothing before ${token}`)
        found.push({ name, args, block: token === '{' ? block(false) : undefined })
        words = []
      }
    }
  }
  return block(true)
}

const largest = Math.max(...(routes as readonly RouteEntry[]).map(({ traits }) => traits.maxBodyBytes))
const nginx = readFileSync(inRoot('ops/proxy/nginx.conf'), 'utf8')
const caddy = readFileSync(inRoot('ops/proxy/Caddyfile'), 'utf8').replace(/^\s*#.*$/gm, '')

test('the configuration parser refuses invalid input', () => {
  expect(() => parseNginx('a { b c; ')).toThrow('unfinished')
  expect(() => parseNginx('a b; }')).toThrow('unexpected')
  expect(() => parseNginx('a b')).toThrow('unfinished')
})

test('nginx: our limit, events unbuffered, an address that clients cannot choose, and no POST twice', () => {
  const [area, format, upstream, plain, site, ...more] = parseNginx(nginx)
  expect(more).toEqual([])
  const inside = (directive: Directive | undefined, name: string) =>
    directive?.block?.filter((one) => one.name === name).map(({ args }) => args.join(' ')) ?? []
  // By default it would write whole addresses, which end in the secrets of links, and Referers.
  const written = format?.args.at(1)?.match(/\$\w+/g)
  expect(written?.filter((name) => /request$|uri|args|referer|cookie/.test(name))).toEqual([])
  expect(written).toContain(area?.args[1])
  expect(area?.block?.map(({ name }) => name)).toEqual(['"~^(/[a-z-]*)"'])
  for (const server of [plain, site])
    expect(inside(server, 'access_log')).toEqual([`/var/log/nginx/access.log ${format?.args[0]}`])
  expect(inside(plain, 'return')).toEqual(['301 https://$host$request_uri'])
  expect(inside(site, 'client_max_body_size')).toEqual([`${largest / 1024 / 1024}m`])
  expect(inside(site, 'ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3'])
  expect(inside(upstream, 'server')).toHaveLength(2)
  expect(inside(upstream, 'keepalive')).toEqual([])
  const location = site?.block?.find(({ name }) => name === 'location')
  expect(inside(location, 'proxy_set_header').sort()).toEqual([
    'Connection close',
    'Host $host',
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-Proto $scheme',
  ])
  expect(inside(location, 'proxy_next_upstream')).toEqual(['error timeout'])
  expect(inside(location, 'proxy_ignore_headers')).toEqual([])
  expect(inside(location, 'proxy_pass')).toEqual([`http://${upstream?.args[0]}`])
  expect(readFileSync(inRoot('src/web/event-stream.server.ts'), 'utf8')).toContain(
    "'X-Accel-Buffering': 'no'",
  )
})

test('Caddy: our limit, health checks faster than a process drains, and events unbuffered', () => {
  const lines = caddy.split('\n').map((line) => line.trim())
  const said = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  let depth = 0
  for (const line of lines) {
    if (line.endsWith('{')) depth++
    if (line === '}') depth--
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
  expect(said('max_size')).toEqual([`${largest / 1024 / 1024}MiB`])
  expect([said('health_uri'), said('health_interval'), said('flush_interval')]).toEqual([
    ['/readyz'],
    ['1s'],
    ['-1'],
  ])
  // A retry of a sent request requires this directive.
  expect(said('lb_retry_match')).toEqual([])
  expect(said('keepalive')).toEqual(['30s'])
})
