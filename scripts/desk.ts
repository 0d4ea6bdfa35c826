// `npm run desk -- <comando> …`: actions of the team, until there is a back office in the browser. Signs in with the
// e-mail and password of a team account, performs one authorised and audited action, and exits.
import { ConfigError } from '../src/platform/config/config.ts'
import { DataDirError } from '../src/platform/data-dir.ts'
import { DatabaseError } from '../src/platform/database/database-error.ts'
import { SealError } from '../src/platform/seal/seal-certificate.ts'
import { KeyError } from '../src/platform/storage/canary.ts'
import { runDesk } from './desk/run.ts'

const { error: printError, log: print } = console

process.exitCode = await runDesk(process.argv.slice(2), { env: process.env, print, printError }).catch(
  (error: unknown) => {
    const expected = [ConfigError, DataDirError, DatabaseError, KeyError, SealError]
    printError(expected.some((kind) => error instanceof kind) ? (error as Error).message : error)
    return 1
  },
)
