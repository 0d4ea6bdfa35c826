import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { inRoot, root } from './root.ts'

export interface Child {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code, or the name of the signal, when the process is gone. */
  readonly exited: Promise<number | NodeJS.Signals>
  readonly isGone: () => boolean
  /** Asks the process to end and, `graceMs` later, ends it with everything it started. */
  readonly stop: (graceMs: number) => Promise<void>
}

const windows = process.platform === 'win32'

/**
 * Starts a TypeScript or JavaScript file of this repository on the running Node, in a process group of its own (so
 * that Ctrl-C in a terminal reaches it only through `stop`) and on a leash: it ends when this process does.
 */
export function startNode(
  name: string,
  file: string,
  args: readonly string[] = [],
  options: Pick<SpawnOptions, 'env'> & { readonly output?: 'inherit' | number } = {},
): Child {
  const leash = pathToFileURL(inRoot('scripts', 'lib', 'leash.mjs')).href
  const output = options.output ?? 'inherit'
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', leash, inRoot(file), ...args],
    {
      cwd: root,
      env: options.env ?? process.env,
      stdio: ['ignore', output, output, 'ipc'],
      detached: !windows,
    },
  )
  let gone = false
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    const end = (result: number | NodeJS.Signals) => {
      gone = true
      resolve(result)
    }
    child.once('error', () => end(1))
    child.once('exit', (code, signal) => end(code ?? signal ?? 1))
  })
  const stop = async (graceMs: number) => {
    if (gone) return
    ask(child)
    const late = setTimeout(() => kill(child), graceMs)
    await exited
    clearTimeout(late)
  }
  return { name, pid: child.pid ?? 0, exited, isGone: () => gone, stop }
}

/** Windows knows no polite signal, so there the leash is let go. */
function ask(child: ChildProcess): void {
  if (windows) child.disconnect()
  else child.kill('SIGTERM')
}

function kill(child: ChildProcess): void {
  try {
    if (windows || !child.pid) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone between the question and the blow.
  }
}
