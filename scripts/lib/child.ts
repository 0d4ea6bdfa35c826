import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { preloaded } from './preloaded.mjs'
import { inRoot, root } from './root.ts'

export interface Child {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code or the signal. */
  readonly exited: Promise<number | NodeJS.Signals>
  readonly isGone: () => boolean
  /** Sends SIGTERM and, after `graceMs`, kills the whole process group. */
  readonly stop: (graceMs: number) => Promise<void>
}

const windows = process.platform === 'win32'

/**
 * Runs a file of this repository on the current Node, in its own process group (so that Ctrl-C in a terminal reaches it
 * only through `stop`) and with leash.mjs: it stops when this process ends.
 */
export function startNode(
  name: string,
  file: string,
  args: readonly string[] = [],
  options: Pick<SpawnOptions, 'env'> & {
    readonly output?: 'inherit' | number
    /** Options of Node that NODE_OPTIONS does not accept. */
    readonly nodeOptions?: readonly string[]
  } = {},
): Child {
  const output = options.output ?? 'inherit'
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...(options.nodeOptions ?? []),
      ...preloaded,
      inRoot(file),
      ...args,
    ],
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
    terminate(child)
    const timeout = setTimeout(() => kill(child), graceMs)
    await exited
    clearTimeout(timeout)
  }
  return { name, pid: child.pid ?? 0, exited, isGone: () => gone, stop }
}

/** Windows has no SIGTERM, so there the IPC channel is closed, which leash.mjs handles. */
function terminate(child: ChildProcess): void {
  if (windows) child.disconnect()
  else child.kill('SIGTERM')
}

function kill(child: ChildProcess): void {
  try {
    if (windows || !child.pid) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process exited meanwhile.
  }
}
