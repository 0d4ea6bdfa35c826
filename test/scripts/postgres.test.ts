import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineBinaries, unprivilegedUser } from '../../scripts/lib/postgres.ts'

test('root runs the server as postgres, else as nobody, else as the first other user', () => {
  const root = 'root:x:0:0:root:/root:/bin/sh'
  const nobody = 'nobody:x:65534:65533::/:/bin/false'
  const ana = 'ana:x:1000:1001::/home/ana:/bin/sh'
  expect(unprivilegedUser([root, ana, nobody, 'postgres:x:5:6::/:/bin/sh'].join('\n'))).toEqual({
    uid: 5,
    gid: 6,
  })
  expect(unprivilegedUser([root, ana, nobody].join('\n'))).toEqual({ uid: 65_534, gid: 65_533 })
  expect(unprivilegedUser([root, ana, ''].join('\n'))).toEqual({ uid: 1000, gid: 1001 })
  expect(() => unprivilegedUser(root)).toThrow('no other user')
})

test('installed servers are tried newest first, then those in the PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  for (const version of ['9', '15', '17'])
    mkdirSync(join(folder, 'debian', version, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own', 'initdb'), '')
  const found = machineBinaries(`${folder}/empty:${folder}/own`, join(folder, 'debian'))
  rmSync(folder, { recursive: true })
  expect(found.map((path) => path.slice(folder.length))).toEqual([
    '/debian/17/bin',
    '/debian/15/bin',
    '/debian/9/bin',
    '/own',
  ])
})
