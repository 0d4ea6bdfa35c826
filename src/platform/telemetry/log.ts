import { type DestinationStream, type Logger, pino } from 'pino'
import { serializeError } from './errors.ts'
import type { LogLevel } from './log-levels.ts'
import { redact, redactValue } from './redact.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/**
 * Structured lines on standard output. Everything passes through `redact`: no CPF, CNPJ, e-mail, telephone, token
 * or PIX code reaches a log, whichever field or message carried it, and no error brings a query's parameters.
 */
export function createLog({
  level,
  destination = process.stdout,
}: {
  level: LogLevel
  destination?: DestinationStream
}): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: serializeError, error: serializeError },
      // pino puts a bare error's own message into `msg` beside the serialised one.
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as unknown[]
          if (first instanceof Error)
            method.apply(this, [{ err: first }, ...(rest.length ? rest : ['error'])] as never)
          else if (rest.length === 0 && isErrorHolder(first)) method.apply(this, [first, 'error'] as never)
          else method.apply(this, args)
        },
      },
    },
    { write: (line) => destination.write(redactLine(line)) },
  )
}

function isErrorHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'err' in value
}

/** Read back as JSON, so that escapes hide nothing and covering breaks no line. */
function redactLine(line: string): string {
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`
  } catch {
    return redact(line)
  }
}
