import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface EmbeddedDatabase {
  /** A PostgreSQL URL on loopback: the rest of the product never learns that it is embedded. */
  url: string
  close(): Promise<void>
}

/**
 * Starts PGlite in a worker thread behind a socket on loopback, so that queries do not hold up the main thread.
 *
 * The socket asks for no password and admits this machine alone.
 *
 * @param dataDir folder of the cluster, held by this process alone (see lockDataDir); `memory://` keeps nothing
 * @param snapshot a dump to begin from, where `dataDir` is new (tests)
 * @param onDeath told when the thread ends without having been asked: nothing can be read or written any more
 * @param thread what runs in the worker (tests)
 * @throws when the cluster cannot be opened
 */
export async function startEmbedded({
  dataDir,
  snapshot,
  onDeath = () => {},
  thread = new URL('./embedded-worker.ts', import.meta.url),
}: {
  dataDir: string
  snapshot?: Uint8Array
  onDeath?: (error: Error) => void
  thread?: URL
}): Promise<EmbeddedDatabase> {
  const worker = new Worker(thread, { workerData: { dataDir, snapshot } })
  const exited = once(worker, 'exit')
  let reason = new Error('the embedded database stopped')
  let asked = false
  worker.on('error', (error) => {
    reason = error as Error
  })
  const died = exited.then(() => Promise.reject(reason))
  died.catch(() => {})
  const [started] = (await Promise.race([once(worker, 'message'), died])) as [{ port: number }]
  died.catch((error: Error) => {
    if (!asked) onDeath(error)
  })
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${started.port}/postgres?sslmode=disable`,
    async close() {
      asked = true
      worker.postMessage('close')
      const late = setTimeout(() => void worker.terminate(), 2_000)
      await exited
      clearTimeout(late)
    },
  }
}
