import { parentPort, workerData } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'

// The worker thread of parse-mail-apart.ts.
parentPort?.postMessage(await parseMail(workerData))
