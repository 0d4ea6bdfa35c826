import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { openStage } from '../../scripts/testing/stage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(text: string): string {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, text)
  return relative(root, file)
}

const settings = () => ({ name: 'step', workers: 1, log: join(folder, 'logs') })

test('the output of a step and its processes is captured, even if the file is removed meanwhile', async () => {
  const stage = openStage(settings())
  stage.say('before')
  const file = program("console.log('out'); console.error(process.argv[2], process.env.WORD)")
  expect(await stage.node(file, ['arg'], { WORD: 'word' })).toBe(true)
  rmSync(join(folder, 'logs'), { recursive: true })
  stage.say('after')
  expect(stage.close()).toBe('before\nout\narg word\nafter\n')
})

test('returns false for a process that fails, true for one that succeeds', async () => {
  const stage = openStage(settings())
  expect(await stage.node(program('process.exit(3)'))).toBe(false)
  stage.close()
})

test('a stopped stage stops its processes and starts no more', async () => {
  const stage = openStage(settings())
  const running = stage.node(program('setInterval(() => {}, 1000)'))
  await stage.stop()
  expect(await running).toBe(false)
  expect(await stage.node(program(''))).toBe(false)
  stage.close()
})
