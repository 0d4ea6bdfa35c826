import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type BlobStore, isBlobKey } from '../../../src/platform/storage/blob-store.ts'
import { encrypted } from '../../../src/platform/storage/encrypted.ts'
import { fileStore } from '../../../src/platform/storage/file-store.ts'
import { s3Store } from '../../../src/platform/storage/s3-store.ts'
import { startS3 } from '../../support/s3.ts'

const masterKey = '11'.repeat(32)
const bytes = (text: string) => new TextEncoder().encode(text)
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  undo.push(() => rm(folder, { recursive: true }))
  return { folder, store: fileStore(folder) }
}

async function onS3(timeout?: number) {
  const s3 = await startS3()
  undo.push(s3.close)
  return { s3, store: s3Store(s3.settings, timeout) }
}

const stores: Record<string, () => Promise<BlobStore>> = {
  'a folder': async () => (await inFolder()).store,
  S3: async () => (await onS3()).store,
  'a folder, encrypted': async () => encrypted((await inFolder()).store, masterKey),
  'S3, encrypted': async () => encrypted((await onS3()).store, masterKey),
}

describe.each(Object.entries(stores))('%s', (_name, open) => {
  test('returns the stored bytes, buffered or streamed, empty or large', async () => {
    const store = await open()
    const large = new Uint8Array(300_000).map((_, index) => index % 251)
    const stream = async function* () {
      yield large.slice(0, 100_000)
      yield large.slice(100_000)
    }
    await store.put('documents/a', bytes('olá'))
    await store.put('documents/b.pdf', stream())
    await store.put('empty', new Uint8Array())
    expect(await store.get('documents/a')).toEqual(bytes('olá'))
    expect(Buffer.from((await store.get('documents/b.pdf')) ?? []).equals(large)).toBe(true)
    expect(await store.get('empty')).toEqual(new Uint8Array())
  })

  test('has nothing under an unknown or deleted key', async () => {
    const store = await open()
    expect(await store.get('documents/none')).toBeUndefined()
    await store.put('documents/a', bytes('x'))
    await store.delete('documents/a')
    await store.delete('documents/a')
    expect(await store.get('documents/a')).toBeUndefined()
  })

  test('lists the keys in a folder, without those of folders in it', async () => {
    const store = await open()
    const names = ['a', 'b.pdf', 'c-d', 'e_f', 'g']
    for (const name of names) await store.put(`journal/2026-11-21/${name}`, bytes(name))
    await store.put('journal/2026-11-22/h', bytes('h'))
    await store.put('journal/2026-11-21/deeper/i', bytes('i'))
    expect((await store.list('journal/2026-11-21')).sort()).toEqual(names)
    expect(await store.list('journal/2026-11-20')).toEqual([])
    await expect(store.list('../journal')).rejects.toThrow('not a key')
  })

  test('replaces', async () => {
    const store = await open()
    await store.put('a', bytes('a longer first'))
    await store.put('a', bytes('second'))
    expect(await store.get('a')).toEqual(bytes('second'))
  })

  test('refuses keys that could leave the folder', async () => {
    const store = await open()
    for (const key of [
      '',
      '..',
      '../x',
      'a/../b',
      '/etc/x',
      'a//b',
      'a/',
      'a\\b',
      'a\0b',
      'á',
      'a b',
      'a/./b',
    ]) {
      await expect(store.put(key, bytes('x'))).rejects.toThrow('not a key')
      await expect(store.get(key)).rejects.toThrow('not a key')
      await expect(async () => store.delete(key)).rejects.toThrow('not a key')
    }
  })
})

describe.each([
  ['a folder', async () => (await inFolder()).store],
  ['S3', async () => (await onS3()).store],
])('a file in %s that is rewritten', (_name, open) => {
  const longer = (was: Uint8Array) => bytes(`${Buffer.from(was)}!`)

  test('has its new bytes or its old ones', async () => {
    const store = await open()
    await store.put('documents/a', bytes('um'))
    expect(await store.rewrite('documents/a', longer)).toBe(true)
    expect(await store.get('documents/a')).toEqual(bytes('um!'))
    expect(await store.rewrite('documents/a', () => undefined)).toBe(false)
    expect(await store.get('documents/a')).toEqual(bytes('um!'))
    expect(await store.rewrite('documents/none', longer)).toBe(false)
    const failing = () => {
      throw new Error('not ours')
    }
    await expect(store.rewrite('documents/a', failing)).rejects.toThrow('not ours')
    const keys: string[] = []
    for await (const key of store.keys()) keys.push(key)
    expect(keys).toEqual(['documents/a'])
  })

  test('does not return when it is deleted meanwhile, and a newly stored one stays', async () => {
    const store = await open()
    await store.put('documents/a', bytes('um'))
    const erased = await store.rewrite('documents/a', async (was) => {
      await store.delete('documents/a')
      return longer(was)
    })
    expect([erased, await store.get('documents/a')]).toEqual([false, undefined])

    await store.put('documents/a', bytes('um'))
    let times = 0
    const replaced = await store.rewrite('documents/a', async (was) => {
      if (times++ === 0) await store.put('documents/a', bytes('dois'))
      return longer(was)
    })
    expect([replaced, await store.get('documents/a')]).toEqual([true, bytes('dois!')])
  })

  test('does not return, at whatever moment it is deleted', async () => {
    const store = await open()
    for (let round = 0; round < 20; round++) {
      const key = `documents/${round}`
      await store.put(key, bytes('um'))
      const rewritten = store.rewrite(key, longer)
      for (let turns = round % 15; turns > 0; turns--) await new Promise(setImmediate)
      await Promise.all([store.delete(key), rewritten])
      expect(await store.get(key)).toBeUndefined()
    }
  })
})

test('no valid key has a path traversal', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '/', 'a', '~', '-', '\\'), maxLength: 8 }), (key) => {
      if (isBlobKey(key)) expect(new URL(`http://h/${key}`).pathname).toBe(`/${key}`)
    }),
  )
})

test('a failing stream keeps the previous file and leaves no temporary file', async () => {
  const { folder, store } = await inFolder()
  await store.put('a/b', bytes('first'))
  const broken = async function* () {
    yield bytes('half')
    throw new Error('connection lost')
  }
  await expect(store.put('a/b', broken())).rejects.toThrow('connection lost')
  expect(await store.get('a/b')).toEqual(bytes('first'))
  expect(await readdir(join(folder, 'a'))).toEqual(['b'])
})

test('a file that a killed process left unfinished is not listed', async () => {
  const { folder, store } = await inFolder()
  await store.put('a/b', bytes('x'))
  await writeFile(join(folder, 'a/b.0190~'), 'unfinished')
  expect(await store.list('a')).toEqual(['b'])
})

test.skipIf(process.platform === 'win32')('files are readable by this user only', async () => {
  const { folder, store } = await inFolder()
  await store.put('a/b', bytes('x'))
  expect((await stat(join(folder, 'a/b'))).mode & 0o777).toBe(0o600)
  await store.put('a/c', bytes('x'))
  expect((await stat(join(folder, 'a/c'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700)
})

test('encrypted files reveal nothing and never repeat', async () => {
  const { folder, store } = await inFolder()
  const safe = encrypted(store, masterKey)
  await safe.put('a', bytes('529.982.247-25'.repeat(9)))
  const first = await readFile(join(folder, 'a'))
  await safe.put('a', bytes('529.982.247-25'.repeat(9)))
  const second = await readFile(join(folder, 'a'))
  expect(first.includes('529')).toBe(false)
  expect(first.subarray(0, 3).equals(second.subarray(0, 3))).toBe(true)
  expect(first.equals(second)).toBe(false)
})

test('every changed byte, truncation, other name or other key is an error', async () => {
  const { folder, store } = await inFolder()
  const safe = encrypted(store, masterKey)
  await safe.put('a', bytes('a secret'))
  const path = join(folder, 'a')
  const good = await readFile(path)
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] ?? 0) ^ 1
    await writeFile(path, bad)
    await expect(safe.get('a')).rejects.toThrow('stored file')
    await writeFile(path, good.subarray(0, at))
    await expect(safe.get('a')).rejects.toThrow('stored file')
  }
  await writeFile(path, good)
  await writeFile(join(folder, 'b'), good)
  await expect(safe.get('b')).rejects.toThrow('changed, moved')
  await expect(encrypted(store, '22'.repeat(32)).get('a')).rejects.toThrow('another encryption key')
  expect(await safe.get('a')).toEqual(bytes('a secret'))
})

test('an encryption key of the wrong length is refused', () => {
  expect(() => encrypted(fileStore('nowhere'), 'abcd')).toThrow('32 bytes')
})

test.each([500, 503, 429, 'cut', 'silence'] as const)('S3 failing once with %s is retried', async (how) => {
  const { s3, store } = await onS3(500)
  s3.failNext(how)
  await store.put('a', bytes('x'))
  expect(s3.requests()).toBe(2)
  expect(await store.get('a')).toEqual(bytes('x'))
})

test('a silent S3 is given up in time while memory is collected', async () => {
  const { s3, store } = await onS3(200)
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc') as () => void, 10)
  undo.push(async () => clearInterval(collecting))
  s3.failNext('silence', 'silence')
  await expect(store.get('a')).rejects.toThrow('file storage: GET failed (TimeoutError)')
})

test('a server that answers with 200 and is not a storage has stored nothing, has no file and lists none', async () => {
  const { s3, store } = await onS3()
  await store.put('a', bytes('x'))
  const answers = [
    () => store.put('a', bytes('y')),
    () => store.get('a'),
    () => store.delete('a'),
    () => store.rewrite('a', async () => bytes('y')),
    () => store.list('documents'),
    async () => {
      for await (const _ of store.keys());
    },
  ]
  for (const answer of answers) {
    s3.failNext(200)
    await expect(answer()).rejects.toThrow(/no ETag|no list|DELETE refused/)
  }
  expect(await store.get('a')).toEqual(bytes('x'))
})

test('a list that ends in the middle is an error, not fewer files', async () => {
  const { s3, store } = await onS3()
  const names = ['a', 'b', 'c']
  for (const name of names) await store.put(name, bytes('x'))
  const keys = async () => {
    const found: string[] = []
    for await (const key of store.keys()) found.push(key)
    return found
  }
  for (const failure of ['half', 'no token'] as const) {
    s3.failNext(failure)
    await expect(keys()).rejects.toThrow('file storage: LIST was cut off')
  }
  expect(await keys()).toEqual(names)
})

test('only a storage says that it has no such file: a missing bucket or page is an error', async () => {
  const { s3, store } = await onS3()
  await store.put('a', bytes('x'))
  const calls = (on: BlobStore) => [() => on.get('a'), () => on.delete('a')]
  for (const call of calls(store)) {
    s3.failNext(404)
    await expect(call()).rejects.toThrow(/(?:GET|DELETE) refused \(status 404\)/)
  }
  for (const call of calls(s3Store({ ...s3.settings, bucket: 'another' })))
    await expect(call()).rejects.toThrow('refused (status 404)')
  expect(await store.get('a')).toEqual(bytes('x'))

  s3.failNext('unknown')
  await expect(store.delete('b')).resolves.toBeUndefined()
  expect(await store.get('b')).toBeUndefined()
})

test('a storage that sends elsewhere is an error: nobody else gets the files, or is believed to have them', async () => {
  const { s3: elsewhere, store } = await onS3()
  await store.put('a', bytes('of somebody else'))
  const asked = elsewhere.requests()
  const there = new URL(elsewhere.settings.endpoint)
  const redirecting = createServer(({ url = '' }, response) => {
    response.writeHead(307, { Location: new URL(url, there).href }).end()
  })
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  undo.push(async () => void redirecting.close())
  const { port } = redirecting.address() as AddressInfo
  const redirected = s3Store({ ...elsewhere.settings, endpoint: `http://127.0.0.1:${port}` })
  await expect(redirected.get('a')).rejects.toThrow('file storage: GET failed')
  await expect(redirected.put('a', bytes('x'))).rejects.toThrow('file storage: PUT failed')
  expect(elsewhere.requests()).toBe(asked)
})

test('two S3 failures give an error without the key', async () => {
  const { s3, store } = await onS3()
  s3.failNext(500, 500)
  await expect(store.put('documents/a', bytes('x'))).rejects.toThrow(
    /^file storage: PUT failed \(status 500\)$/,
  )
  expect(s3.requests()).toBe(2)
})

test('wrong S3 credentials are refused and not retried', async () => {
  const { s3 } = await onS3()
  const store = s3Store({ ...s3.settings, secretAccessKey: 'another-secret' })
  await expect(store.put('a', bytes('x'))).rejects.toThrow('status 403')
  await expect(store.get('a')).rejects.toThrow('status 403')
  expect(s3.requests()).toBe(2)
})

test('a missing bucket is an error at the first write', async () => {
  const { s3 } = await onS3()
  await expect(s3Store({ ...s3.settings, bucket: 'none' }).put('a', bytes('x'))).rejects.toThrow('404')
})
