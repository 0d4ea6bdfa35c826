import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot } from '../lib/root.ts'

/** A web process on a socket that outlives it, as with systemd (ops/systemd). */
export interface HeldProcess {
  /** Sends SIGTERM to the process and waits until its successor is ready. */
  restart(isReady: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

/** Shell script that restarts the program whenever it ends; the shell keeps the socket open in between. */
const HOLDER = `
while [ ! -e "$1/stop" ]; do
  LISTEN_FDS=1 sh -c 'echo $$ > "$0/pid"; LISTEN_PID=$$ exec "$@"' "$@"
done`

/**
 * Opens a port and runs a web process on it.
 *
 * @param folder separate folder for its process id
 */
export async function holdProcess({
  port,
  folder,
  env,
  output,
}: {
  port: number
  folder: string
  env: NodeJS.ProcessEnv
  output: number
}): Promise<HeldProcess> {
  const socket = createServer()
  await new Promise<void>((resolve) => socket.listen(port, '127.0.0.1', resolve))
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', inRoot('src/main.ts')]
  const holder: ChildProcess = spawn('sh', ['-c', HOLDER, 'holder', folder, ...program], {
    cwd: inRoot(),
    env,
    stdio: ['ignore', output, output, fd],
  })
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  // The holder has its own copy of the socket by now; this process must not accept connections that belong to the web process.
  socket.close()
  const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))
  return {
    async restart(isReady) {
      const before = pid()
      process.kill(before, 'SIGTERM')
      while (pid() === before) await sleep(50)
      while (!(await isReady())) await sleep(50)
    },
    async stop() {
      spawn('touch', [join(folder, 'stop')])
      await sleep(200)
      process.kill(pid(), 'SIGTERM')
      await ended
    },
  }
}
