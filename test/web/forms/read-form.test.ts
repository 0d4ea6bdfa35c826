import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../src/web/forms/blocks.server.ts'
import { MultipartError, partsOf } from '../../../src/web/forms/multipart.server.ts'
import { readForm } from '../../../src/web/forms/read-form.server.ts'

const kilobytes64 = 64 * 1024
const urlEncoded = 'application/x-www-form-urlencoded'
const limits = { maxBodyBytes: 20, maxFields: 2 }

function posted(type: string, body: BodyInit | null): Request {
  return new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body })
}

async function read(type: string, body: BodyInit | null) {
  const result = await readForm(posted(type, body), limits)
  return result.ok ? [...result.form] : result.code
}

test.each([
  ['a form', urlEncoded, [['a', '1']]],
  ['one with a charset', `${urlEncoded}; charset=UTF-8`, [['a', '1']]],
  ['one in another charset', `${urlEncoded}; charset=utf-16`, 'unreadable'],
  ['one among other types', `text/plain, ${urlEncoded}`, 'unreadable'],
  ['another type', 'text/plain', 'unreadable'],
])('reads a post as %s', async (_, type, expected) => {
  expect(await read(type, 'a=1')).toEqual(expected)
})

test.each([
  ['nothing', null, []],
  ['as many bytes as allowed', `a=${'x'.repeat(18)}`, [['a', 'x'.repeat(18)]]],
  ['one byte more', `a=${'x'.repeat(19)}`, 'too_large'],
  ['as many fields as allowed', 'a=1&b=2', [...Object.entries({ a: '1', b: '2' })]],
  ['a separator more', 'a=1&&b=2', 'too_many_fields'],
  ['a separator at the start', '&a=1&b=2', 'too_many_fields'],
])('reads a body of %s', async (_, body, expected) => {
  expect(await read(urlEncoded, body)).toEqual(expected)
})

test('a line break is one character of a text, and a password is kept as typed', async () => {
  expect(await read(urlEncoded, 'a=x%0D%0Ay%0Dz%0A')).toEqual([['a', 'x\ny\nz\n']])
  expect(await read(urlEncoded, 'senha=x%0D%0Ay')).toEqual([['senha', 'x\r\ny']])
})

test('a truncated body is refused, and no body is held', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
  const request = new Request('http://localhost/', {
    ...{ method: 'POST', headers: { 'content-type': urlEncoded }, body: broken },
    ...({ duplex: 'half' } as RequestInit),
  })
  expect(await readForm(request, limits)).toEqual({ ok: false, code: 'unreadable' })
  expect(request.body?.locked).toBe(false)
  const whole = posted(urlEncoded, 'a=1')
  await readForm(whole, limits)
  expect(whole.body?.locked).toBe(false)
})

describe('a multipart form', () => {
  const headed = (header: string) => `--x\r\n${header}\r\n\r\n1\r\n`
  const part = (disposition: string, content: string) =>
    `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`
  const field = (name: string, content: string) => part(`form-data; name="${name}"`, content)
  const file = (content: string) => part('form-data; name="f"; filename="a.pdf"', content)
  const other = part('attachment', 'x')
  const type = 'multipart/form-data;boundary=x'

  test.each([
    ['with its fields', [field('a', '1'), field('b', '')], [...Object.entries({ a: '1', b: '' })]],
    ['with an unexpected file', [field('a', '1'), file('x')], [['a', '1']]],
    [
      'of as many bytes as allowed',
      [field('a', 'x'.repeat(10)), file('x'.repeat(10))],
      [['a', 'x'.repeat(10)]],
    ],
    ['one byte too large', [field('a', 'x'.repeat(10)), file('x'.repeat(11))], 'too_large'],
    ['with a part that is too large alone', [field('a', 'x'.repeat(21))], 'too_large'],
    ['with a field too many', [field('a', '1'), field('b', '2'), field('c', '3')], 'too_many_fields'],
    [
      'with a part that is not a field',
      [field('a', '1'), other, field('b', '2')],
      [...Object.entries({ a: '1', b: '2' })],
    ],
    ['with too many parts', [other, other, field('a', '1'), field('b', '2')], 'unreadable'],
    ['with names close together', [part('form-data;name="a"', '1')], [['a', '1']]],
    ['with text after a name', [part('form-data; name="a"x', '1')], 'unreadable'],
    ['with another header like it', [headed('X-Content-Disposition: form-data; name="a"')], []],
    ['with another disposition', [part('attachment: form-data; name="a"', '1')], []],
    ['with a disposition of two lines', [part('form-data; name="a"\nb', '1')], []],
    ['with another boundary at its start', [field('a', '1').replace('--x', '--y')], 'unreadable'],
    ['whose boundary has no end', [field('a', '1'), '--xZZ'], 'unreadable'],
  ])('%s', async (_, parts, expected) => {
    expect(await read(type, `${parts.join('')}--x--\r\n`)).toEqual(expected)
  })

  test('with only the name of another type is not read', async () => {
    expect(await read('multipart/form-data', 'a=1')).toBe('unreadable')
  })

  test('with a file and a field that cannot be stored is refused', async () => {
    const body = `${field('a', '\0')}${file('x')}--x--\r\n`
    const refused = await readForm(posted(type, body), { ...limits, takesFiles: true })
    expect(refused).toEqual({ ok: false, code: 'unreadable' })
  })

  test('that ends in the middle yields nothing', async () => {
    const reading = partsOf(posted(type, field('a', '1')), { maxPart: 9, maxParts: 9 })
    await expect(reading.next()).rejects.toThrow(MultipartError)
  })

  test('whose headers do not end is an error', async () => {
    const reading = partsOf(posted(type, '--x\r\nContent-Disposition: form-data'), {
      maxPart: 9,
      maxParts: 9,
    })
    await expect(reading.next()).rejects.toThrow(new MultipartError('headers without an end'))
  })
})

describe('a body read in blocks', () => {
  const mark = Buffer.from('\r\n--x')

  /** Creates a body from the pieces, and counts how many were taken. */
  function bodyOf(pieces: readonly Uint8Array[]) {
    let taken = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces[taken++]
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return { blocks: blocksOf(body, () => new Error('broken')), taken: () => taken }
  }
  const piecesOf = (bytes: Buffer) =>
    Array.from({ length: Math.ceil(bytes.length / kilobytes64) }, (_, at) =>
      bytes.subarray(at * kilobytes64, (at + 1) * kilobytes64),
    )

  test('is read no further than requested', async () => {
    const { blocks, taken } = bodyOf(piecesOf(Buffer.alloc(4 * kilobytes64, 'a')))
    await blocks.take(10)
    expect(taken()).toBe(1)
    await blocks.take(kilobytes64 - 10)
    expect(taken()).toBe(1)
    await blocks.take(1)
    expect(taken()).toBe(2)
  })

  test('is complete, also when it is a single byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 2 * kilobytes64 }, (_, at) => at % 251))
    const taken = await bodyOf(piecesOf(bytes)).blocks.take(100_000)
    expect(taken.equals(bytes.subarray(0, 100_000))).toBe(true)
    expect((await bodyOf([Buffer.from('a')]).blocks.take(10)).toString()).toBe('a')
  })

  test('is split at a mark, also across two blocks', async () => {
    for (let at = 0; at <= mark.length; at++) {
      const before = Buffer.alloc(kilobytes64 - at, 'a')
      const { blocks } = bodyOf(piecesOf(Buffer.concat([before, mark, Buffer.from('after')])))
      const found = await blocks.until(mark, kilobytes64)
      expect(Buffer.isBuffer(found) && found.equals(before)).toBe(true)
      expect((await blocks.take(10)).toString()).toBe('after')
    }
    const { blocks } = bodyOf([Buffer.concat([mark, mark])])
    expect(await blocks.until(mark, 0)).toEqual(Buffer.alloc(0))
    expect(await blocks.until(mark, 0)).toEqual(Buffer.alloc(0))
  })

  test.each([
    ['as long as allowed', 10, true, Buffer.alloc(10, 'a')],
    ['longer', 11, true, 'too_many'],
    ['without a mark', 10, false, 'ended'],
    ['without a mark, as long as possible with half of one', 10 + mark.length - 1, false, 'ended'],
    ['without a mark, certainly longer', 10 + mark.length, false, 'too_many'],
  ])('limits what stands before a mark: %s', async (_, length, isMarked, expected) => {
    const before = Buffer.alloc(length, 'a')
    const { blocks } = bodyOf([isMarked ? Buffer.concat([before, mark]) : before])
    expect(await blocks.until(mark, 10)).toEqual(expected)
  })
})

test('files of a form are read where its route accepts them, and left out elsewhere', async () => {
  const part = (disposition: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const body = [
    part('name="etapa"', '1'),
    part('name="arquivo"; filename="prova.pdf"', '%PDF-1.7'),
    // A file input without a chosen file.
    part('name="outro"; filename=""', ''),
    '--b--\r\n',
  ].join('')
  const sent = () => posted('multipart/form-data; boundary=b', body)
  const wide = { maxBodyBytes: 2_000, maxFields: 3 }
  const read = await readForm(sent(), { ...wide, takesFiles: true })
  if (!read.ok) throw new Error(read.code)
  const file = read.form.get('arquivo')
  expect(file instanceof File && [file.name, await file.text()]).toEqual(['prova.pdf', '%PDF-1.7'])
  expect(read.form.has('outro')).toBe(false)
  const without = await readForm(sent(), wide)
  expect(without.ok && [...without.form]).toEqual([['etapa', '1']])
  const tooSmall = await readForm(sent(), { ...wide, maxBodyBytes: 5, takesFiles: true })
  expect(tooSmall).toMatchObject({ code: 'too_large' })
})

test('only a file may be larger than a text form, however the form is encoded', async () => {
  const withFile = { maxBodyBytes: 1_000, maxTextBytes: 20, maxFields: 3, takesFiles: true }
  const part = (disposition: string, size: number) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${'x'.repeat(size)}\r\n`
  const parts = (...sizes: number[]) =>
    `${sizes.map((size) => part('name="a"', size)).join('')}${part('name="f"; filename="f.pdf"', 500)}--b--\r\n`
  const codeOf = async (type: string, body: string) => {
    const read = await readForm(posted(type, body), withFile)
    return read.ok || read.code
  }
  const multipart = 'multipart/form-data; boundary=b'
  expect(await codeOf(urlEncoded, `a=${'x'.repeat(18)}`)).toBe(true)
  expect(await codeOf(urlEncoded, `a=${'x'.repeat(19)}`)).toBe('too_large')
  expect(await codeOf(multipart, parts(10, 10))).toBe(true)
  expect(await codeOf(multipart, parts(10, 11))).toBe('too_large')
})
