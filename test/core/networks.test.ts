import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarseNetworkOf, networkOf, networksOf } from '../../src/core/networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  // Other spellings of the same address, and the same one behind a NAT64.
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::cb00:7107', '203.0.113.7'],
  ['0064:ff9b::203.0.113.7', '203.0.113.7'],
  ['::ffff:7', '0:0:0:0::/64'],
  ['64:ff9b:1::cb00:7107', '64:ff9b:1:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  // An incomplete address also belongs to one network.
  ['a:b:c', 'a:b:c::/64'],
  ['a:b:c:d%eth0', 'a:b:c:d::/64'],
  ['::1:2:3:4:5:6:7', '0:1:2:3::/64'],
  ['a::1:2:3:4:5', 'a:0:0:1::/64'],
  ['a:b::c:d:e:f:1:2', 'a:b:c:d::/64'],
  ['a:b::c:d:e:f:1:2:3', 'a:b:c:d::/64'],
  ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
  ['::ffff:203.0.113.7x', '0:0:0:0::/64'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('an IPv6 address counts in its /64, /48 and /32, each with a higher limit', () => {
  const [own, customer] = [
    { name: '2001:db8:1:2::/64', factor: 1 },
    { name: '2001:db8:1::/48', factor: 4 },
  ]
  expect(networksOf('2001:db8:1:2::9')).toEqual([own, customer])
  const operator = { name: '2001:db8::/32', factor: 16 }
  expect(networksOf('2001:db8:1:2::9', { withOperator: true })).toEqual([own, customer, operator])
  expect(networksOf('203.0.113.7')).toEqual([{ name: '203.0.113.7', factor: 1 }])
})

test('an address has one set of networks, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const plain = groups.map((value) => value.toString(16)).join(':')
      const padded = groups.map((value) => value.toString(16).padStart(4, '0').toUpperCase()).join(':')
      const [short] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('%')
      const expected = networksOf(plain, { withOperator: true })
      expect(networksOf(padded, { withOperator: true })).toEqual(expected)
      expect(networksOf(short ?? '', { withOperator: true })).toEqual(expected)
    }),
  )
})

test('two IPv4 addresses share no network, also when mapped to IPv6', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const prefix = fc.constantFrom('::ffff:', '0:0:0:0:0:FFFF:', '64:ff9b::')
  fc.assert(
    fc.property(fc.array(byte, { minLength: 4, maxLength: 4 }), prefix, (bytes, carrier) => {
      const ipv4 = bytes.join('.')
      const hex = bytes.map((value) => value.toString(16).padStart(2, '0')).join('')
      const carried = `${carrier}${hex.slice(0, 4)}:${hex.slice(4)}`
      for (const ip of [`${carrier}${ipv4}`, carried])
        expect(networksOf(ip, { withOperator: true })).toEqual([{ name: ipv4, factor: 1 }])
    }),
  )
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['64:ff9b::cb00:7107', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['x203.0.113.7', 'unknown'],
  ['203.0.113.7x', 'unknown'],
])('the network of %s in logs is %s', (ip, network) => {
  expect(coarseNetworkOf(ip)).toBe(network)
})
