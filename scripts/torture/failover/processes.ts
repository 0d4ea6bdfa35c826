import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner, traversableTmp, unprivilegedUser } from '../../lib/postgres.ts'

/** A temporary folder whose processes all end with this process, whichever process started them. */
export interface Enclosure {
  readonly folder: string
  /** Starts a program in a folder inside; a process belongs to the enclosure by its working directory. */
  start(command: string, args: readonly string[], options: StartOptions): ChildProcess
  /**
   * Runs a program and waits for its end.
   *
   * @returns its output, and 0 or its exit code
   */
  run(
    command: string,
    args: readonly string[],
    options: StartOptions,
  ): Promise<{ code: number; output: string }>
  /** Creates a folder inside, to which its programs may write. */
  makeFolder(...path: string[]): string
  /** Changes the owner of the written files to the user of the programs. */
  handOver(): void
  /** Ends every process and removes the folder. */
  close(): Promise<void>
}

interface StartOptions {
  cwd: string
  env?: Readonly<Record<string, string>>
}

/**
 * Shell script that kills every process in the folder, found by its working directory, once standard input is closed. This
 * process holds the other end, so its SIGKILL has the same effect. PostgreSQL leaves the process group in which it was started,
 * and a stopped process reacts only to SIGKILL.
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

/** Opens a folder for programs that do not run as root, because PostgreSQL and PgBouncer refuse to. */
export function openEnclosure({ output }: { output: number }): Enclosure {
  const user = process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
  const folder = mkdtempSync(join(traversableTmp(), 'recomeco-cluster-'))
  const handOver = () => {
    if (user) changeOwner(folder, user)
  }
  chmodSync(folder, 0o755)
  handOver()
  const reaper = spawn('/bin/sh', ['-c', REAPER, 'reaper', folder], {
    cwd: '/',
    ...user,
    detached: true,
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

/** Returns the processes whose working directory is this folder or one inside it. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`)
      return cwd === folder || cwd.startsWith(`${folder}/`) ? [Number(name)] : []
    } catch {
      // The process has ended meanwhile, or belongs to another user.
      return []
    }
  })
}

/** Returns the local TCP ports (IPv4) of the processes of a folder. */
export function portsOf(folder: string): Set<number> {
  const inodes = new Set(
    processesIn(folder).flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      } catch {
        // The process has ended meanwhile, or has closed a file descriptor.
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
 * Sends a signal to every process of a folder, or to those with this title. Before a SIGKILL all are stopped, so that a program
 * that watches another does not notice.
 */
export function signalAll(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT', title = /^/): void {
  const send = (kind: NodeJS.Signals) => {
    for (const pid of processesIn(folder)) {
      try {
        if (title.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) process.kill(pid, kind)
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
  if (signal === 'SIGKILL') send('SIGSTOP')
  // Sent twice, for processes that were started while the list was read.
  send(signal)
  send(signal)
}
