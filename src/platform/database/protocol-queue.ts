/**
 * Database that the queue serves. The embedded database serves many connections from one session, and its socket server queues
 * individual protocol messages. Another client's message between a Parse and its Bind can replace the unnamed statement, which
 * loses queries or binds parameters to the wrong one. This queue runs a client's messages up to Sync (or a simple query) as one
 * unit, and a transaction keeps the session until it ends.
 */
export interface ProtocolDatabase {
  isInTransaction(): boolean
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  execProtocolRawStream(message: Uint8Array, options: { onRawData(data: Uint8Array): void }): Promise<unknown>
  exec(sql: string): Promise<unknown>
}

interface Exchange {
  client: number
  messages: Uint8Array[]
  onData(data: Uint8Array): void
  resolve(bytes: number): void
  reject(error: unknown): void
}

/** Types of the messages before a Sync: Parse, Bind, Describe, Execute, Close and Flush. */
const partial = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)))

/** Creates the queue that replaces that of PGLiteSocketServer. */
export function createProtocolQueue(database: ProtocolDatabase) {
  const begun = new Map<number, Uint8Array[]>()
  let waiting: Exchange[] = []
  let running = false
  let owner: number | undefined
  /** Client being served, and whether it has disconnected meanwhile. */
  let serving: { client: number; gone: boolean } | undefined

  return {
    enqueue(client: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
      const messages = begun.get(client) ?? []
      // A startup packet has no message type: its first byte belongs to its length and is 0.
      if (partial.has(message[0] ?? 0)) {
        begun.set(client, [...messages, message])
        return Promise.resolve(0)
      }
      begun.delete(client)
      return new Promise((resolve, reject) => {
        waiting.push({ client, messages: [...messages, message], onData, resolve, reject })
        void run()
      })
    },

    clearQueueForHandler(client: number): void {
      begun.delete(client)
      if (serving?.client === client) serving.gone = true
      for (const exchange of waiting)
        if (exchange.client === client) exchange.reject(new Error('disconnected'))
      waiting = waiting.filter((exchange) => exchange.client !== client)
    },

    /** Rolls back the transaction of a client that disconnected, so that the others can continue. */
    async clearTransactionIfNeeded(client: number): Promise<void> {
      if (serving?.client === client || !database.isInTransaction() || owner !== client) return
      await database.exec('rollback')
      owner = undefined
      void run()
    },

    getQueueLength: () => waiting.length,
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    try {
      for (let next = take(); next; next = take()) await serve(next)
    } finally {
      running = false
    }
  }

  function take(): Exchange | undefined {
    const inTransaction = owner !== undefined && database.isInTransaction()
    const at = inTransaction ? waiting.findIndex(({ client }) => client === owner) : 0
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  async function serve({ client, messages, onData, resolve, reject }: Exchange): Promise<void> {
    let bytes = 0
    const onRawData = (data: Uint8Array) => {
      bytes += data.length
      onData(data)
    }
    owner = client
    const current = { client, gone: false }
    serving = current
    try {
      await database.runExclusive(async () => {
        for (const message of messages) await database.execProtocolRawStream(message, { onRawData })
      })
      resolve(bytes)
    } catch (error) {
      reject(error)
    }
    serving = undefined
    if (current.gone && database.isInTransaction()) await database.exec('rollback').catch(() => {})
  }
}
