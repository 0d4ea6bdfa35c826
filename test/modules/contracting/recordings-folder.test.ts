import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openRecordings } from '../../../src/modules/contracting/adapters/recordings-folder.ts'
import { recordedClauses } from '../../../src/modules/contracting/read-recordings.ts'

const version = '2026-11-22.2'
const mp3 = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0])
const folder = await mkdtemp(join(tmpdir(), 'recordings-'))
afterAll(() => rm(folder, { recursive: true }))

test('offers the recordings of a folder whose sentence is the shown one', async () => {
  const place = join(folder, version)
  await mkdir(place)
  const write = (name: string, content: string | Buffer) => writeFile(join(place, name), content)
  await write('clausula-2.mp3', mp3)
  await write('clausula-2.txt', 'Fazemos o serviço dentro da lei.\n')
  await write('clausula-7.mp3', mp3)
  await write('clausula-7.txt', 'Você pode desistir até 30 de novembro.')
  await write('clausula-3.mp3', 'RIFF')
  await write('clausula-3.txt', 'Você envia informações corretas.')
  await write('clausula-4.mp3', mp3)
  await write('leia-me.md', 'x')
  await writeFile(join(folder, 'segredo.txt'), 'x')
  await symlink(join(folder, 'segredo.txt'), join(place, 'clausula-5.mp3'))

  const recordings = await openRecordings(folder)
  expect(recordings.leftOut).toEqual([
    `${version}/clausula-3.mp3: não é um arquivo MP3`,
    `${version}/clausula-4.mp3: falta, ao lado, o arquivo .txt com a frase gravada`,
    `${version}/clausula-5.mp3: o nome não é AAAA-MM-DD.n/clausula-n.mp3, ou não é um arquivo comum`,
    `${version}/leia-me.md: o nome não é AAAA-MM-DD.n/clausula-n.mp3, ou não é um arquivo comum`,
  ])
  const clauses = [
    { number: 1, plain: 'Você contrata Limpeza de Nome.' },
    { number: 2, plain: 'Fazemos o serviço dentro da lei.' },
    { number: 7, plain: 'Você pode desistir até 1 de dezembro.' },
  ]
  const recorded = recordedClauses({ recordings }, { version, clauses })
  expect(recorded).toEqual([{ number: 2, hash: expect.stringMatching(/^[0-9a-f]{16}$/) }])
  expect(recordedClauses({ recordings }, { version: '2026-11-21.1', clauses })).toEqual([])
  expect(Buffer.from(recordings.of({ version, clause: 2 })?.bytes ?? [])).toEqual(mp3)
})

test('without a folder there are no recordings; an unreadable folder is reported', async () => {
  expect((await openRecordings(undefined)).leftOut).toEqual([])
  const missing = join(folder, 'nada')
  expect((await openRecordings(missing)).leftOut).toEqual([`${missing}: a pasta não pode ser lida`])
})
