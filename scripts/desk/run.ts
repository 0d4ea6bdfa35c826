import { parseArgs } from 'node:util'
import { type App, compose } from '../../src/composition.ts'
import { printable } from '../../src/core/text.ts'
import { may } from '../../src/modules/team/public.ts'
import { openDatabaseClock } from '../../src/platform/clock/database-clock.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import type { Command, CommandInput } from './command.ts'
import { commands } from './commands.ts'
import { credentials, newPassword } from './credentials.ts'
import { refusalText } from './refusals.ts'

/** Environment of a command: its variables and its output. */
export interface DeskConsole {
  readonly env: NodeJS.ProcessEnv
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  /** Cost of a password's hash; absent: that of the shop. */
  readonly passwordCost?: { n: number; r: number; p: number }
}

/**
 * Runs one command of the desk.
 *
 * @param argv the arguments after `npm run desk --`
 * @returns exit code: 0 on success, 1 when refused or when what was found must not be, 2 for wrong usage
 * @throws ConfigError, DataDirError or DatabaseError when the shop cannot be opened
 */
export async function runDesk(argv: readonly string[], around: DeskConsole): Promise<number> {
  const request = parseCommand(argv)
  if (typeof request === 'string') {
    around.printError(request)
    return 2
  }
  const config = parseConfig(around.env, localSecrets)
  const log = createLog({ level: 'error', destination: process.stderr })
  const { database, close } = await connect({ config, attach: true })
  try {
    const clock = await openDatabaseClock({ database })
    const { passwordCost } = around
    const app = await compose({ config, database, clock, log, ...(passwordCost && { passwordCost }) })
    try {
      return await runCommand(app, request, around)
    } finally {
      await app.stopJobs()
    }
  } finally {
    await close()
  }
}

async function runCommand(
  app: App,
  { command, input }: CommandRequest,
  { env, print, printError }: DeskConsole,
): Promise<number> {
  const printAll = (lines: readonly string[]): 0 => {
    for (const line of lines) print(shown(line))
    return 0
  }
  const refuse = (refusal: string): 1 => {
    printError(refusal)
    return 1
  }
  if (command.founding) {
    const possible = await command.founding(app, input)
    if (!possible.ok) return refuse(refusalText(possible.code))
    const password = await newPassword(env)
    if (!password) return refuse(refusalText('not_typed'))
    const result = await command.run(app, { ...input, actor: '', newPassword: password })
    return result.ok ? printAll(command.format(result.value as never)) : refuse(refusalText(result.code))
  }
  const account = await credentials(env)
  if (!account) return refuse(refusalText('not_typed'))
  const origin = { ip: '127.0.0.1', userAgent: 'npm run desk' }
  const signedIn = await app.identity.signIn({ ...account, ...origin })
  if (!signedIn.ok) return refuse(refusalText(signedIn.code))
  const { userId: actor, setCookie } = signedIn.value
  try {
    const role = await app.database.transaction((tx) => app.identity.roleOf(tx, actor))
    if (!may(role, 'queue.read')) return refuse(refusalText('not_staff'))
    const result = await command.run(app, { ...input, actor })
    if (!result.ok) return refuse(refusalText(result.code, result.detail))
    printAll(command.format(result.value as never))
    return command.isBreach?.(result.value as never) ? 1 : 0
  } finally {
    await app.identity.signOut({ headers: new Headers({ cookie: setCookie.split(';')[0] ?? '' }) })
  }
}

/** Returns a line as a terminal may get it: strangers wrote some of it, such as the text of a Pix, and a terminal obeys control characters. */
function shown(line: string): string {
  return printable(line).replaceAll('\r', '')
}

interface CommandRequest {
  command: Command
  input: Omit<CommandInput, 'actor'>
}

/** @returns how the command is used when it is not used so */
function parseCommand(argv: readonly string[]): CommandRequest | string {
  try {
    const { values, positionals } = parseArgs({
      // As every field of a form is read.
      args: argv.map(printable),
      allowPositionals: true,
      options: {
        motivo: { type: 'string' },
        valor: { type: 'string' },
        perdoar: { type: 'boolean' },
        devolver: { type: 'boolean' },
        'cobrar-de-novo': { type: 'boolean' },
        ate: { type: 'string' },
        variante: { type: 'string' },
        'a-vista': { type: 'string' },
        titulo: { type: 'string' },
        linha: { type: 'string', multiple: true },
        parcela: { type: 'string', multiple: true },
        'e-nossa': { type: 'boolean' },
        palavras: { type: 'string' },
        protocolo: { type: 'string' },
        dia: { type: 'string' },
        como: { type: 'string' },
        chave: { type: 'string' },
        mostrar: { type: 'boolean' },
        espalhar: { type: 'boolean' },
        texto: { type: 'string' },
        'texto-de': { type: 'string' },
        arquivo: { type: 'string' },
        correcao: { type: 'string' },
        salvar: { type: 'string' },
      },
    })
    const [name = '', ...ids] = positionals
    const command = commands[name]
    if (!command) return usage()
    const { args, options = [] } = command
    if (ids.length < args.filter((arg) => !arg.endsWith('?')).length) return usage()
    const unused = Object.keys(values).find(
      (given) => given !== 'motivo' && !options.some((of) => of === given),
    )
    if (unused !== undefined)
      return `O comando ${name} não tem --${unused}; nada foi feito.\n${usageOf(name, command)}`
    // An amount without its option, for example: what is left out must not change what the command does.
    const isEndless = args.some((arg) => arg.includes('…'))
    if (!isEndless && ids.length > args.length)
      return `Há argumentos demais para ${name}; nada foi feito.\n${usageOf(name, command)}`
    return { command, input: { ids, options: values } }
  } catch {
    return usage()
  }
}

function usageOf(name: string, { args, description }: Command): string {
  return `  ${[name, ...args.map((arg) => `<${arg}>`)].join(' ').padEnd(52)} ${description}`
}

function usage(): string {
  const rows = Object.entries(commands).map(([name, command]) => usageOf(name, command))
  return [
    'Uso: npm run desk -- <comando> … --motivo "por quê"',
    'A conta da equipe vem de DESK_EMAIL e DESK_PASSWORD, ou é perguntada.',
    '',
    ...rows,
  ].join('\n')
}
