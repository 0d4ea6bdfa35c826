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
 */
export async function startEmbedded({
  dataDir,
  snapshot,
}: {
  dataDir: string
  snapshot?: Uint8Array
}): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { dataDir, snapshot },
  })
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => {})
  const [started] = (await Promise.race([once(worker, 'message'), failed])) as [{ port: number }]
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${started.port}/postgres?sslmode=disable`,
    async close() {
      const exited = once(worker, 'exit')
      worker.postMessage('close')
      await exited
    },
  }
}
