import { BackupError } from '../../src/platform/backup/backup-error.ts'
import { ConfigError } from '../../src/platform/config/config.ts'
import { DataDirError } from '../../src/platform/data-dir.ts'
import { DatabaseError } from '../../src/platform/database/database-error.ts'
import { KeyError } from '../../src/platform/storage/canary.ts'
import type { OperatorConsole } from './console.ts'

const { error: printError, log: print } = console

/** Runs a command of the operator with this process's arguments and ends with its code: what is expected to fail says one sentence. */
export async function runForOperator(
  run: (argv: readonly string[], around: OperatorConsole) => Promise<number>,
): Promise<void> {
  const around = { env: process.env, print, printError, now: () => new Date() }
  process.exitCode = await run(process.argv.slice(2), around).catch((error: unknown) => {
    const expected = [ConfigError, DataDirError, DatabaseError, KeyError, BackupError]
    printError(expected.some((kind) => error instanceof kind) ? (error as Error).message : error)
    return 1
  })
}
