/** Worker thread of the embedded database: opens the cluster, serves it on a free loopback port, closes on a message. */
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { unpackEmptyCluster } from './empty-cluster.ts'
import { createProtocolQueue } from './protocol-queue.ts'

const { dataDir } = workerData as { dataDir: string }
const parent = parentPort
if (!parent) throw new Error('runs as a worker thread only')

unpackEmptyCluster(dataDir)
const database = await PGlite.create(dataDir)
const port = await freePort()
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 100 })
Object.assign(server, { queryQueue: createProtocolQueue(database) })
await server.start()
parent.postMessage({ port })

parent.once('message', async () => {
  await server.stop()
  await database.close()
  parent.close()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
