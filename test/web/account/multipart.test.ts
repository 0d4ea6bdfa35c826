import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FilePart, filesOf, MultipartError, partsOf } from '../../../src/web/forms/multipart.server.ts'
import { anyCharacter } from '../../support/any-character.ts'

async function read(request: Request, maxPart = 1000, maxParts = 31): Promise<FilePart[]> {
  const parts: FilePart[] = []
  for await (const part of filesOf(request, { maxPart, maxParts })) parts.push(part)
  return parts
}

/** Returns the request of a form as a browser encodes it, arriving in chunks of the given sizes. */
async function posted(form: FormData, pieces: readonly number[] = [], cutAt = Infinity): Promise<Request> {
  const whole = new Request('http://localhost/', { method: 'POST', body: form })
  const bytes = new Uint8Array(await whole.arrayBuffer()).slice(0, cutAt)
  let at = 0
  const sizes = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      const size = sizes.shift() ?? bytes.length
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
  const init = { method: 'POST', headers: whole.headers, body, duplex: 'half' } as RequestInit
  return new Request('http://localhost/', init)
}

function formOf(...files: [name: string, content: Uint8Array<ArrayBuffer> | string][]): FormData {
  const form = new FormData()
  form.set('tipo', 'fisica')
  for (const [name, content] of files) form.append('documentos', new File([content], name))
  return form
}

test('files arrive complete, however the body is split into chunks', async () => {
  const content = fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes))
  const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(content, content, pieces, async (one, two, sizes) => {
      const parts = await read(await posted(formOf(['a.pdf', one], ['b.png', two]), sizes))
      expect(parts.map(({ field, fileName }) => [field, fileName])).toEqual([
        ['documentos', 'a.pdf'],
        ['documentos', 'b.png'],
      ])
      expect(Buffer.from(parts[0]?.bytes ?? []).equals(one)).toBe(true)
      expect(Buffer.from(parts[1]?.bytes ?? []).equals(two)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('content that resembles a boundary is content', async () => {
  const tricky = '\r\n--\r\n------formdata\r\n\r\n--'
  expect(await read(await posted(formOf(['a.pdf', tricky])))).toMatchObject([{ tooLarge: false }])
})

test('names a file that is too large, and reads no file after it', async () => {
  const parts = await read(await posted(formOf(['big.pdf', 'x'.repeat(1001)], ['ok.pdf', 'x'.repeat(1000)])))
  expect(parts.map(({ fileName, tooLarge, bytes }) => [fileName, tooLarge, bytes.length])).toEqual([
    ['big.pdf', true, 0],
  ])
  const allowed = await read(await posted(formOf(['ok.pdf', 'x'.repeat(1000)])))
  expect(allowed.map(({ tooLarge, bytes }) => [tooLarge, bytes.length])).toEqual([[false, 1000]])
})

test('does not read a file that is too large to its end', async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="documentos"; filename="a.pdf"\r\n\r\n'
  let given = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1
      controller.enqueue(given === 1 ? Buffer.from(head) : new Uint8Array(16 * 1024))
    },
  })
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect(await read(new Request('http://localhost/', init), 100_000)).toMatchObject([{ tooLarge: true }])
  expect(given * 16).toBeLessThan(256)
})

test('names keep their accents and quotation marks; an empty file input yields no file', async () => {
  expect(await read(await posted(formOf(['certidão "nova".pdf', 'x'], ['', ''])))).toMatchObject([
    { fileName: 'certidão "nova".pdf' },
  ])
})

test('a truncated body, or one that is not a form, is an error', async () => {
  const form = formOf(['a.pdf', 'x'.repeat(500)])
  for (const cutAt of [0, 10, 120, 400, 700]) {
    await expect(read(await posted(form, [], cutAt))).rejects.toThrow(MultipartError)
  }
  await expect(read(new Request('http://localhost/', { method: 'POST', body: 'a=b' }))).rejects.toThrow(
    MultipartError,
  )
})

test('endless headers are an error and do not exhaust memory', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const body = `--x\r\nContent-Disposition: ${'a'.repeat(40_000)}`
  await expect(read(new Request('http://localhost/', { method: 'POST', headers, body }))).rejects.toThrow(
    MultipartError,
  )
})

test('a form with too many parts yields the allowed ones, then fails', async () => {
  const files = Array.from({ length: 6 }, (_, at): [string, string] => [`${at}.pdf`, 'x'])
  const names: string[] = []
  const reading = async () => {
    // The form's text field is a part too.
    for await (const { fileName } of filesOf(await posted(formOf(...files)), { maxPart: 10, maxParts: 5 }))
      names.push(fileName)
  }
  await expect(reading()).rejects.toThrow(MultipartError)
  expect(names).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf'])
})

test('reads a body that arrives byte by byte', async () => {
  const content = 'x'.repeat(30_000)
  const form = formOf(['a.pdf', content])
  const parts = await read(await posted(form, Array(40_000).fill(1)), 1_000_000)
  expect(Buffer.from(parts[0]?.bytes ?? []).toString()).toBe(content)
})

test('bytes after the last boundary are ignored, however they arrive', async () => {
  const whole = new Request('http://localhost/', { method: 'POST', body: formOf(['a.pdf', 'x']) })
  const bytes = Buffer.concat([new Uint8Array(await whole.arrayBuffer()), Buffer.alloc(200_000, 0x2d)])
  const request = new Request('http://localhost/', { method: 'POST', headers: whole.headers, body: bytes })
  expect(await read(request)).toMatchObject([{ fileName: 'a.pdf', tooLarge: false }])
})

test.each([
  ['a name that is not UTF-8', 'filename="\xe7.pdf"'],
  ['filename*, which no browser sends', "filename*=bogus''a.pdf"],
])('%s is an error', async (_, disposition) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const text = `--x\r\nContent-Disposition: form-data; name="documentos"; ${disposition}\r\n\r\na\r\n--x--\r\n`
  const body = Buffer.from(text, 'latin1')
  await expect(read(new Request('http://localhost/', { method: 'POST', headers, body }))).rejects.toThrow(
    MultipartError,
  )
})

test.each([
  ['unquoted', 'form-data; name=documentos; filename=a.pdf', ['documentos', 'a.pdf']],
  ['the file first', 'form-data; filename="; name=b.pdf"; name="documentos"', ['documentos', '; name=b.pdf']],
  ['in any case', 'Form-Data; Name="documentos"; FileName="a.pdf"', ['documentos', 'a.pdf']],
])('reads the names of a part one after the other: %s', async (_, disposition, expected) => {
  const body = `--x\r\nX: y\r\ncontent-disposition: ${disposition}\r\n\r\na\r\n--x--\r\n`
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const parts = await read(new Request('http://localhost/', { method: 'POST', headers, body }))
  expect(parts.map(({ field, fileName }) => [field, fileName])).toEqual([expected])
})

test('reads any form as the platform itself reads it', async () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 20 })
  const entry = fc.record({ name: text, value: fc.string({ unit: anyCharacter, maxLength: 80 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
      const form = new FormData()
      for (const { name, value } of entries) form.append(name, value)
      const request = new Request('http://localhost/', { method: 'POST', body: form })
      const expected = [...(await request.clone().formData())]
      const found: [string, string][] = []
      for await (const part of partsOf(request, { maxPart: 10_000, maxParts: 10 })) {
        expect(part.fileName).toBeUndefined()
        found.push([part.field, Buffer.from(part.bytes).toString()])
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a wrong type or boundary is an error, and a part that is not a form field is skipped', async () => {
  const body = '--x\r\nContent-Type: text/plain\r\n\r\na\r\n--x--\r\n'
  const of = (type: string) =>
    read(new Request('http://localhost/', { method: 'POST', headers: { 'Content-Type': type }, body }))
  expect(await of('multipart/form-data; boundary=x')).toEqual([])
  expect(await of('multipart/form-data; charset=utf-8; boundary="x"')).toEqual([])
  for (const type of [
    'multipart/form-data',
    'multipart/mixed; boundary=x',
    'multipart/form-data; boundary=y',
  ])
    await expect(of(type), type).rejects.toThrow(MultipartError)
})

test('a file of several blocks arrives once and complete, and the body is released', async () => {
  const content = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7 + Math.floor(at / 251)) % 256)
  const request = await posted(formOf(['a.pdf', content]), [50_000, 50_000, 1, 150_000])
  const parts = await read(request, 1_000_000)
  expect(Buffer.from(parts[0]?.bytes ?? []).equals(content)).toBe(true)
  expect(parts).toHaveLength(1)
  expect(request.body?.locked).toBe(false)
})

test('a broken connection is a form that ends in the middle', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('reset')),
  })
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  await expect(read(new Request('http://localhost/', init))).rejects.toThrow(
    new MultipartError('the form ends in the middle'),
  )
})

test('a type that only ends like a form’s is not one', async () => {
  const headers = { 'Content-Type': 'x-multipart/form-data; boundary=x' }
  const body = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx\r\n--x--\r\n'
  await expect(read(new Request('http://localhost/', { method: 'POST', headers, body }))).rejects.toThrow(
    new MultipartError('not a multipart form'),
  )
})

test('ignores bytes after the last boundary in their own block', async () => {
  const whole = new Request('http://localhost/', {
    method: 'POST',
    body: formOf(['a.pdf', 'x'.repeat(70_000)]),
  })
  const form = new Uint8Array(await whole.arrayBuffer())
  const blocks = [form, new Uint8Array(70_000)]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const block = blocks.shift()
      if (block) controller.enqueue(block)
      else controller.close()
    },
  })
  const init = { method: 'POST', headers: whole.headers, body, duplex: 'half' } as RequestInit
  const parts = await read(new Request('http://localhost/', init), 100_000)
  expect(parts.map(({ bytes }) => bytes.length)).toEqual([70_000])
})
