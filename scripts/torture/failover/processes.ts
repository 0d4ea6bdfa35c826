import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner, traversableTmp, unprivilegedUser } from '../../lib/postgres.ts'

/** A temporary folder whose processes, whichever started them, end with this one. */
export interface Enclosure {
  readonly folder: string
  /** Starts a program in a folder inside; processes belong to where they run. */
  start(command: string, args: readonly string[], options: StartOptions): ChildProcess
  /** Runs a program and waits. @returns its output, and 0 or the code it ended with */
  run(
    command: string,
    args: readonly string[],
    options: StartOptions,
  ): Promise<{ code: number; output: string }>
  /** Makes a folder inside that its programs may write. */
  makeFolder(...path: string[]): string
  /** Gives what was written inside to the user of the programs. */
  handOver(): void
  /** Ends every process and removes the folder. */
  close(): Promise<void>
}

interface StartOptions {
  cwd: string
  env?: Readonly<Record<string, string>>
}

/**
 * Kills whatever runs in the folder, by its working directory, once standard input is closed: this process holds the other end, so that also
 * its SIGKILL does it. PostgreSQL leaves the process group it was started in, and a stopped process hears nothing but SIGKILL.
 */
const REAPER = `
folder=$1
cat > /dev/null
for round in 1 2 3 4 5 6 7 8 9 10; do
  left=
  for process in /proc/[0-9]*; do
    case "$(readlink "$process/cwd" 2> /dev/null)/" in
      "$folder"/*) kill -KILL "\${process#/proc/}" 2> /dev/null && left=1 ;;
    esac
  done
  [ -z "$left" ] && break
  sleep 0.2
done
rm -rf "$folder"
`

/** Opens a folder for programs that are not run as root: PostgreSQL and PgBouncer refuse it. */
export function openEnclosure({ output }: { output: number }): Enclosure {
  const user = process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
  const folder = mkdtempSync(join(traversableTmp(), 'recomeco-cluster-'))
  const handOver = () => {
    if (user) changeOwner(folder, user)
  }
  chmodSync(folder, 0o755)
  handOver()
  const reaper = spawn('/bin/sh', ['-c', REAPER, 'reaper', folder], {
    ...{ cwd: '/', ...user, detached: true },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => reaper.once('exit', () => resolve()))
  reaper.stdin.on('error', () => {})
  reaper.unref()
  const optionsOf = ({ cwd, env }: StartOptions) => ({
    ...user,
    cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, PYTHONUNBUFFERED: '1', ...env },
  })
  return {
    folder,
    handOver,
    start: (command, args, options) =>
      spawn(command, args, { ...optionsOf(options), stdio: ['ignore', output, output], detached: true }),
    run(command, args, options) {
      const child = spawn(command, args, { ...optionsOf(options), stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
      return new Promise((resolve) => {
        child.once('error', ({ message }) => resolve({ code: 1, output: message }))
        child.once('close', (code) => resolve({ code: code ?? 1, output: said }))
      })
    },
    makeFolder(...path) {
      const made = join(folder, ...path)
      mkdirSync(made, { recursive: true, mode: 0o755 })
      handOver()
      return made
    },
    async close() {
      reaper.ref()
      reaper.stdin.end()
      await ended
    },
  }
}

/** The processes whose working directory is this folder or one inside it. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`)
      return cwd === folder || cwd.startsWith(`${folder}/`) ? [Number(name)] : []
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return []
    }
  })
}

/** The local TCP ports (IPv4) of the processes of a folder. */
export function portsOf(folder: string): Set<number> {
  const inodes = new Set(
    processesIn(folder).flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      } catch {
        // It ended, or closed one, meanwhile.
        return []
      }
    }),
  )
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  return new Set(
    rows.flatMap((row) => {
      const [, local = '', , , , , , , , inode = ''] = row.trim().split(/\s+/)
      return inodes.has(`socket:[${inode}]`) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
    }),
  )
}

/**
 * Sends a signal to every process of a folder, or to those of this title: a program that watches another is stopped before it notices.
 */
export function signalAll(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT', title = /^/): void {
  const send = (kind: NodeJS.Signals) => {
    for (const pid of processesIn(folder)) {
      try {
        if (title.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) process.kill(pid, kind)
      } catch {
        // It ended meanwhile.
      }
    }
  }
  if (signal === 'SIGKILL') send('SIGSTOP')
  // Twice: what was started while the list was read.
  send(signal)
  send(signal)
}
