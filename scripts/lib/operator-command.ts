import { BackupError } from '../../src/platform/backup/backup-error.ts'
import { ConfigError } from '../../src/platform/config/config.ts'
import { DataDirError } from '../../src/platform/data-dir.ts'
import { DatabaseError } from '../../src/platform/database/database-error.ts'
import { refusalText } from '../../src/platform/database/refusal.ts'
import { isTransientError } from '../../src/platform/database/transient-error.ts'
import { fileCodeOf } from '../../src/platform/error-code.ts'
import { SealError } from '../../src/platform/seal/seal-certificate.ts'
import { KeyError } from '../../src/platform/storage/canary.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import type { OperatorConsole } from '../backup/console.ts'

const { error: printError, log: print } = console
/** Errors in the set-up of the shop; their messages are sentences in Portuguese. */
const expected = [ConfigError, DataDirError, DatabaseError, KeyError, SealError, BackupError]

/** The exit code of a process that a signal ends is 128 and the signal's number. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Runs an operator command with this process's arguments and sets its exit code, 1 when it fails. */
export async function runForOperator(
  run: (argv: readonly string[], around: OperatorConsole) => Promise<number>,
): Promise<void> {
  // Unlike the signal itself, this runs what a command leaves for its exit.
  for (const [signal, code] of Object.entries(signals)) process.once(signal, () => process.exit(code))
  const around = { env: process.env, print, printError, now: () => new Date() }
  process.exitCode = await run(process.argv.slice(2), around).catch((error: unknown) => {
    printError(failureText(error))
    return 1
  })
}

/**
 * Returns the text of an error for the operator: a sentence in Portuguese. An unexpected error is logged to standard error first,
 * with the log of the shop: the message of a failed query contains its parameters, which are personal data.
 */
export function failureText(
  error: unknown,
  destination: { write(line: string): void } = process.stderr,
): string {
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message
  const refusal = refusalText(error)
  if (refusal) return refusal
  const fileCode = fileCodeOf(error)
  if (fileCode)
    return `Um arquivo não pôde ser lido ou gravado (${fileCode}), e o comando parou antes do fim. Confira o disco, a pasta de dados e as permissões, e repita-o.`
  if (isTransientError(error))
    return 'A conexão com o banco de dados se perdeu antes do fim. Confira se o comando já teve efeito e repita-o se não teve.'
  createLog({ level: 'error', destination }).error({ err: error }, 'a command failed')
  return 'O comando não pôde terminar; o motivo está na linha acima.'
}
