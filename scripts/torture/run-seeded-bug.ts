import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, markBuilt } from '../lib/build.ts'
import { preloaded } from '../lib/preloaded.mjs'
import { inRoot } from '../lib/root.ts'
import type { SeededBug } from './seeded-bugs.ts'

/** Paths copied into the tree with the bug; the rest is not needed or is built there. */
const copied = [
  'bench',
  'migrations',
  'public',
  'scripts',
  'simulator',
  'src',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Runs the torture test on a copy of the tree with a seeded bug.
 *
 * @param args of the run, without `--plant`
 * @returns whether the run detected it
 * @throws when the text to replace does not occur exactly once: the code has changed and the bug must be updated
 */
export async function runWithSeededBug(
  bug: SeededBug,
  args: readonly string[],
  folder: string,
): Promise<boolean> {
  const code = seedBug(bug, readFileSync(inRoot(bug.file), 'utf8'))
  const tree = join(folder, 'seeded')
  for (const path of copied) cpSync(inRoot(path), join(tree, path), { recursive: true })
  symlinkSync(inRoot('node_modules'), join(tree, 'node_modules'))
  writeFileSync(join(tree, bug.file), code)
  // The pages are bundled from src/web, and everything else runs from its source, so a second build would give the same result.
  if (!bug.file.startsWith('src/web/') && isBuilt()) {
    cpSync(inRoot('build'), join(tree, 'build'), { recursive: true })
    markBuilt(tree)
  }
  console.log(`Seeded bug: ${bug.description}`)

  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...preloaded, 'scripts/torture.ts', ...args],
    { cwd: tree, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk
    process.stdout.write(chunk)
  })
  await once(child, 'close')
  return bug.detectedBy.some((check) => said.includes(`✗ ${check}: `))
}

/** Returns the text of the file with the bug seeded. */
export function seedBug({ file, from, to }: SeededBug, text: string): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file}: found ${times} times instead of once: ${from}`)
  return text.replace(from, () => to)
}
