/** A network that an address belongs to. */
export interface Network {
  /** Part of a rate limit's key. */
  name: string
  /** Multiple of one subscriber's limit that the network may use. */
  factor: number
}

/** IPv6 networks that one attacker may control entirely: a subscriber's /64, a customer's /48, an operator's /32. */
const ipv6Networks = [
  { groups: 4, bits: 64, factor: 1 },
  { groups: 3, bits: 48, factor: 4 },
  { groups: 2, bits: 32, factor: 16 },
]

/**
 * The networks of an IP address, smallest first: the address itself for IPv4; /64 and /48 for IPv6. An IPv6 address that carries
 * an IPv4 address counts as that one, and a text that is not an address is returned as it is.
 *
 * @param withOperator also returns the /32: an attacker may hold 65,536 networks of /48 there, but so may a mobile
 *   operator's customers. Only for limits that are counted per account
 */
export function networksOf(ip: string, { withOperator = false } = {}): readonly [Network, ...Network[]] {
  const groups = ipv6Groups(ip)
  const ipv4 = groups ? carriedIpv4(groups) : ip
  if (!groups || ipv4 !== undefined) return [{ name: ipv4 ?? ip, factor: 1 }]
  const [own, ...larger] = ipv6Networks
    .filter(({ bits }) => withOperator || bits > 32)
    .map(({ groups: count, bits, factor }) => ({
      name: `${groups.slice(0, count).join(':')}::/${bits}`,
      factor,
    }))
  return own ? [own, ...larger] : [{ name: ip, factor: 1 }]
}

/** The smallest network of an address: an IPv4 address, or the /64 of an IPv6 subscriber. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0].name
}

/** The network of an address, too coarse to identify a person: an IPv4 /24 or an IPv6 /48. For logs. */
export function coarseNetworkOf(ip: string): string {
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(networkOf(ip))?.[1]
  if (ipv4 !== undefined) return `${ipv4}.0/24`
  return networksOf(ip).find(({ name }) => name.endsWith('/48'))?.name ?? 'unknown'
}

/** The eight groups of an IPv6 address, in lower case without leading zeros; undefined for any other text. */
function ipv6Groups(ip: string): string[] | undefined {
  if (!ip.includes(':')) return undefined
  const [address = ''] = ip.toLowerCase().split('%', 1)
  const [head = '', tail] = withoutDots(address).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Rewrites the last two groups in hexadecimal where they have the form of IPv4: '::ffff:203.0.113.7'. */
function withoutDots(address: string): string {
  return address.replace(/(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}

/** First six groups of addresses that carry an IPv4 address in the last two: IPv4-mapped (RFC 4291), and NAT64 (RFC 6052). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

function carriedIpv4(groups: readonly string[]): string | undefined {
  if (!ipv4Prefixes.includes(groups.slice(0, 6).join(':'))) return undefined
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
