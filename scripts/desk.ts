// `npm run desk -- <comando> …`: actions of the team, until there is a back office in the browser. Signs in with the
// e-mail and password of a team account, performs one authorised and audited action, and exits.
import { parseArgs } from 'node:util'
import { type App, compose } from '../src/composition.ts'
import { openDatabaseClock } from '../src/platform/clock/database-clock.ts'
import { ConfigError, parseConfig } from '../src/platform/config/config.ts'
import { DataDirError, localSecrets } from '../src/platform/data-dir.ts'
import { connect } from '../src/platform/database/connect.ts'
import { DatabaseError } from '../src/platform/database/database-error.ts'
import { createLog } from '../src/platform/telemetry/log.ts'
import { type Command, type CommandInput, commands } from './desk/commands.ts'
import { credentials } from './desk/credentials.ts'
import { refusalText } from './desk/refusals.ts'

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = [ConfigError, DataDirError, DatabaseError]
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error)
  return 1
})

/** @returns exit code: 0 on success, 1 when refused, 2 for wrong usage */
async function main(argv: string[]): Promise<number> {
  const request = parseCommand(argv)
  if (!request) {
    console.error(usage())
    return 2
  }
  const config = parseConfig(process.env, localSecrets)
  const log = createLog({ level: 'error', destination: process.stderr })
  const onError = () => {}
  const { database, close } = await connect({ config, attach: true, onError, onCrash: onError })
  try {
    const clock = await openDatabaseClock({ database })
    const app = await compose({ config, database, clock, log })
    try {
      return await runCommand(app, request)
    } finally {
      await app.stopJobs()
    }
  } finally {
    await close()
  }
}

async function runCommand(app: App, { command, input }: CommandRequest): Promise<number> {
  const { email, password } = await credentials(process.env)
  const origin = { ip: '127.0.0.1', userAgent: 'npm run desk' }
  const signedIn = await app.identity.signIn({ email, password, ...origin })
  if (!signedIn.ok) return printRefusal(refusalText(signedIn.code))
  const { userId: actor, setCookie } = signedIn.value
  try {
    const role = await app.database.transaction((tx) => app.identity.roleOf(tx, actor))
    if (role !== 'staff' && role !== 'owner') return printRefusal(refusalText('not_staff'))
    const result = await command.run(app, { ...input, actor })
    if (!result.ok) return printRefusal(refusalText(result.code, result.detail))
    for (const line of command.format(result.value as never)) console.log(line)
    return 0
  } finally {
    await app.identity.signOut({ headers: new Headers({ cookie: setCookie.split(';')[0] ?? '' }) })
  }
}

function printRefusal(refusal: string): 1 {
  console.error(refusal)
  return 1
}

interface CommandRequest {
  command: Command
  input: Omit<CommandInput, 'actor'>
}

function parseCommand(argv: readonly string[]): CommandRequest | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        motivo: { type: 'string', default: '' },
        valor: { type: 'string' },
        perdoar: { type: 'boolean', default: false },
        devolver: { type: 'boolean', default: false },
        'cobrar-de-novo': { type: 'boolean', default: false },
        ate: { type: 'string' },
        variante: { type: 'string' },
        'a-vista': { type: 'string' },
        titulo: { type: 'string' },
        linha: { type: 'string', multiple: true },
        parcela: { type: 'string', multiple: true },
        'e-nossa': { type: 'boolean', default: false },
        espalhar: { type: 'boolean', default: false },
      },
    })
    const [name = '', ...ids] = positionals
    const command = commands[name]
    if (!command || ids.length < command.args.filter((arg) => !arg.endsWith('?')).length) return undefined
    return { command, input: { ids, options: values } }
  } catch {
    return undefined
  }
}

function usage(): string {
  const rows = Object.entries(commands).map(
    ([name, { args, description }]) =>
      `  ${[name, ...args.map((arg) => `<${arg}>`)].join(' ').padEnd(52)} ${description}`,
  )
  return [
    'Uso: npm run desk -- <comando> … --motivo "por quê"',
    'A conta da equipe vem de DESK_EMAIL e DESK_PASSWORD, ou é perguntada.',
    '',
    ...rows,
  ].join('\n')
}
