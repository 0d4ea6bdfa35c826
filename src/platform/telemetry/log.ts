import { type DestinationStream, type Logger, pino } from 'pino'
import { serializeError } from './errors.ts'
import { logContext } from './log-context.ts'
import type { LogLevel } from './log-levels.ts'
import { redact, redactValue } from './redact.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/**
 * Creates structured logs on standard output. Every line passes through `redact`: no CPF, CNPJ, e-mail, phone number, token or
 * Pix code is logged, whichever field or message contains it, and errors are logged without query parameters.
 */
export function createLog({
  level,
  destination = process.stdout,
  about = {},
}: {
  level: LogLevel
  /** Fields of every line: role, version and host of the process. */
  about?: Readonly<Record<string, string>>
  destination?: DestinationStream
}): Log {
  return pino(
    {
      level,
      base: about,
      // If a line names a request or job itself, that value has precedence.
      mixin: () => logContext(),
      mixinMergeStrategy: (given, context) => ({ ...context, ...given }),
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: serializeError, error: serializeError },
      // pino would also copy a bare error's unredacted message into `msg`.
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

/** Redacts the parsed JSON, so that escape sequences hide nothing and the line stays valid. */
function redactLine(line: string): string {
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`
  } catch {
    return redact(line)
  }
}
