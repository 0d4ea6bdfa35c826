import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface EmbeddedDatabase {
  /** PostgreSQL URL on loopback: the rest of the product uses it like that of any other server. */
  url: string
  close(): Promise<void>
}

/**
 * Starts PGlite in a worker thread behind a loopback socket, so that queries do not block the main thread. The socket has no
 * password and accepts connections from this machine only.
 *
 * @param dataDir folder of the cluster, locked by this process (see lockDataDir)
 * @param onCrash called when the thread ends unexpectedly: the database is then unusable
 * @param thread file of the worker (tests)
 * @throws when the cluster cannot be opened
 */
export async function startEmbedded({
  dataDir,
  onCrash = () => {},
  thread = new URL('./embedded-worker.ts', import.meta.url),
}: {
  dataDir: string
  onCrash?: (error: Error) => void
  thread?: URL
}): Promise<EmbeddedDatabase> {
  const worker = new Worker(thread, { workerData: { dataDir } })
  const exited = once(worker, 'exit')
  let reason = new Error('the embedded database stopped')
  let closing = false
  worker.on('error', (error) => {
    reason = error as Error
  })
  const crashed = exited.then(() => Promise.reject(reason))
  crashed.catch(() => {})
  const [started] = (await Promise.race([once(worker, 'message'), crashed])) as [{ port: number }]
  crashed.catch((error: Error) => {
    if (!closing) onCrash(error)
  })
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${started.port}/postgres?sslmode=disable`,
    async close() {
      closing = true
      worker.postMessage('close')
      const timeout = setTimeout(() => void worker.terminate(), 2_000)
      await exited
      clearTimeout(timeout)
    },
  }
}
