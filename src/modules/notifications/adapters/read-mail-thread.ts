import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from '../domain/inbound-mail.ts'
import { parseMail } from './parse-mail.ts'

// The worker thread of read-mail-apart.ts.
const parsed = await parseMail(workerData)
parentPort?.postMessage(parsed && readMail(parsed))
