import { answerParent } from '../../../platform/run-apart.ts'
import { readMail } from '../domain/inbound-mail.ts'
import { parseMail } from './parse-mail.ts'

// The process of read-mail-apart.ts: reads one e-mail and returns its parsed form.
answerParent(async (bytes: Uint8Array) => {
  const parsed = await parseMail(bytes)
  return parsed && readMail(parsed)
})
