/**
 * The embedded database serves many connections from one session, and its socket server queues single protocol
 * messages: between one client's Parse and Bind another's may slip in and replace the unnamed statement, which loses
 * queries, or worse, binds them to the wrong one. This queue takes a client's messages up to its Sync (or a simple
 * query) as one, so that exchanges never mix; a transaction keeps the session until it ends.
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

/** Parse, Bind, Describe, Execute, Close, and Flush: what goes before a Sync. */
const partial = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)))

/** Drop-in for the queue of PGLiteSocketServer. */
export function createWholeExchanges(database: ProtocolDatabase) {
  const begun = new Map<number, Uint8Array[]>()
  let waiting: Exchange[] = []
  let running = false
  let owner: number | undefined
  /** Whose exchange is being served, and whether that client has gone meanwhile. */
  let serving: { client: number; gone: boolean } | undefined

  return {
    enqueue(client: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
      const messages = begun.get(client) ?? []
      // A startup packet has no letter: its first byte is that of its length, 0.
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

    /** A client that goes away inside its transaction must not keep the others waiting. */
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
