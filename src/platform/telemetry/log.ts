import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from './redact.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/**
 * Structured lines on standard output. Everything passes through `redact`: no CPF, CNPJ, e-mail, telephone, token
 * or PIX code reaches a log, whichever field or message carried it.
 */
export function createLog({
  level,
  destination = process.stdout,
}: {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  destination?: DestinationStream
}): Log {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: (line) => destination.write(redact(line)) },
  )
}
