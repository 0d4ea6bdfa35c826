// `npm start`: builds if the sources changed, starts the simulator and the application, prints their addresses, and stops both in
// the right order.
import { join, resolve } from 'node:path'
import { dataDirProblem } from '../src/platform/data-dir.ts'
import { DEMO_ACCOUNTS } from '../src/platform/demo.ts'
import { FolderLockedError, lockFile } from '../src/platform/folder-lock.ts'
import { build } from './lib/build.ts'
import type { Child } from './lib/child.ts'
import { portProblem } from './lib/ports.ts'
import { root } from './lib/root.ts'
import {
  answers,
  applicationUrl,
  simulatorUrl,
  startApplication,
  startSimulator,
  startWhatsapp,
  stopSystem,
  whatsappSimulatorVariables,
  whatsappUrl,
  whatsappVariables,
} from './lib/system.ts'

const port = portFrom(process.env.PORT)
const host = process.env.HOST || '127.0.0.1'
const dataDir = resolve(root, process.env.DATA_DIR || 'data')
const { MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_ACCESS_TOKEN_FILE, PAYMENT_PROVIDER } = process.env
const simulated =
  !MERCADOPAGO_ACCESS_TOKEN && !MERCADOPAGO_ACCESS_TOKEN_FILE && PAYMENT_PROVIDER !== 'api-pix'
/** A demonstration also sends messages to telephones, unless a real account is configured. */
const { WHATSAPP_ACCESS_TOKEN, WHATSAPP_ACCESS_TOKEN_FILE, ROLE } = process.env
const hasPhones =
  simulated && !WHATSAPP_ACCESS_TOKEN && !WHATSAPP_ACCESS_TOKEN_FILE && ROLE !== 'worker' && port < 65_534
/** One more process costs 40 MB, which a machine with 512 MB does not have. */
const isTight = process.availableMemory() < 1024 ** 3
/** Port on which the application reports that it is ready; a worker without STATUS_PORT listens on none. */
const listensOn =
  process.env.ROLE !== 'worker'
    ? port
    : process.env.STATUS_PORT
      ? portFrom(process.env.STATUS_PORT)
      : undefined
const settings = { port, dataDir, env: { ...process.env, ...(hasPhones && whatsappVariables(port)) } }

const demoRoles: Record<(typeof DEMO_ACCOUNTS)[number]['role'], string> = {
  customer: 'Cliente',
  owner: 'Administração',
  support: 'Atendimento',
  finance: 'Financeiro',
  staff: 'Equipe',
}

let building: Child | undefined
let application: Child | undefined
let simulator: Child | undefined
let phones: Child | undefined
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0, 'Encerrando…'))
}

await start()

async function start(): Promise<void> {
  for (const needed of [
    ...(listensOn === undefined ? [] : [listensOn]),
    ...(simulated ? [port + 1] : []),
    ...(hasPhones ? [port + 2] : []),
  ]) {
    // The simulator and the embedded database listen on loopback, whatever the host of the pages is.
    const problem =
      (await portProblem(needed, host)) ?? (simulated ? await portProblem(needed, '127.0.0.1') : undefined)
    if (!problem) continue
    console.error(problem)
    process.exit(1)
  }

  const problem = dataDirProblem(dataDir)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }

  if (simulated) {
    const other = lockStart()
    if (other) {
      console.error(other)
      process.exit(1)
    }
  }
  const pages = build()
  building = pages.process
  if (building) console.log('Construindo as páginas…')
  if (!(await pages.done)) {
    const reason = whyEnded(await building?.exited)
    return stop(1, `Não foi possível construir as páginas. ${reason.trim() || 'O motivo está acima.'}`)
  }
  if (stopping) return

  // Started only after the build, which needs the memory.
  if (simulated) {
    const shared = hasPhones && isTight ? whatsappSimulatorVariables(port) : {}
    simulator = startSimulator({ ...settings, env: { ...process.env, SIM_QUIET: '1', ...shared } })
    watch(simulator, 'O simulador de pagamentos')
  }
  if (hasPhones && !isTight) {
    phones = startWhatsapp({ port, env: { ...process.env, SIM_QUIET: '1' } })
    watch(phones, 'O WhatsApp de mentira')
  }
  application = startApplication(settings)
  watch(application, 'A aplicação')
  // A slow machine may take long, so waiting ends only when the application has exited.
  const stillStarting = setInterval(() => console.log('A aplicação ainda está iniciando…'), 30_000)
  const ready =
    listensOn === undefined ||
    (await answers(`${applicationUrl(listensOn, host)}/readyz`, application, Number.POSITIVE_INFINITY))
  clearInterval(stillStarting)
  // `watch` explains an application that has exited.
  if (stopping || !ready) return
  if (simulator && !(await answers(`${simulatorUrl(port)}/healthz`, simulator, 10_000))) {
    return stop(1, 'O simulador de pagamentos não ficou pronto a tempo.')
  }
  const withPhones = hasPhones ? (phones ?? simulator) : undefined
  if (withPhones && !(await answers(`${whatsappUrl(port)}/healthz`, withPhones, 10_000))) {
    return stop(1, 'O WhatsApp de mentira não ficou pronto a tempo.')
  }
  if (!stopping) welcome()
}

/**
 * Locks the data folder, because two `npm start` at once would each begin, and fail halfway.
 *
 * @returns one sentence about the other one
 */
function lockStart(): string | undefined {
  try {
    const release = lockFile(join(dataDir, 'start.lock'))
    process.on('exit', release)
    return undefined
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error
    const by = error.holder ? ` (processo ${error.holder.pid})` : ''
    return `Outro npm start já usa a pasta de dados ${dataDir}${by}: pare-o, ou escolha outra DATA_DIR e outra PORT.`
  }
}

function watch(child: Child, name: string): void {
  void child.exited.then((result) => {
    if (!stopping)
      void stop(1, `${name} parou sem ser pedido (${result}). ${whyEnded(result)}Encerrando o resto.`)
  })
}

/** Returns the probable reason for the end of a process, because a process cannot report why the system killed it. */
function whyEnded(result: number | NodeJS.Signals | undefined): string {
  return result === 'SIGKILL' || result === 'SIGABRT'
    ? 'O sistema encerrou o processo, quase sempre por falta de memória: a demonstração precisa de 512 MB livres. '
    : ''
}

async function stop(code: number, message: string): Promise<void> {
  if (stopping) return
  stopping = true
  if (code === 0) console.log(message)
  else console.error(message)
  await building?.stop(500)
  await stopSystem(application, simulator, phones)
  process.exit(code)
}

function welcome(): void {
  if (process.env.ROLE === 'worker') {
    console.log(`O worker do Recomeço foi iniciado. Dados em ${dataDir}. Ctrl-C encerra.`)
    return
  }
  const address = `http://localhost:${port}`
  const lines = ['', `Recomeço está no ar: ${address}`]
  if (simulated) {
    lines.push(
      `  Mensagens enviadas:       ${address}/dev/mensagens`,
      `  Simulador de pagamentos:  http://localhost:${port + 1}`,
      ...(hasPhones ? [`  WhatsApp de mentira:      http://localhost:${port + 2}`] : []),
      '',
      'Contas de demonstração:',
      ...DEMO_ACCOUNTS.map(
        ({ role, email, password }) => `  ${demoRoles[role].padEnd(13)}  ${email}  senha ${password}`,
      ),
      `  A equipe entra pela loja, e o painel fica em ${address}/painel. Códigos do segundo fator: ${address}/dev/segundo-fator`,
    )
  }
  lines.push('', `Dados em ${dataDir}. Ctrl-C encerra.`, '')
  console.log(lines.join('\n'))
}

function portFrom(text: string | undefined): number {
  const value = Number(text || 3000)
  if (Number.isInteger(value) && value >= 1 && value <= 65_534) return value
  console.error(`PORT="${text}" não é uma porta: use um número de 1 a 65534.`)
  process.exit(1)
}
