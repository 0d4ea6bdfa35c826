import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  simulatorAccessToken,
  simulatorWebhookSecret,
  whatsappSimulator,
} from '../../src/platform/config/simulator.ts'
import { type Child, startNode } from './child.ts'

export interface SystemSettings {
  readonly port: number
  readonly dataDir: string
  /** The whole environment; default: that of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** File descriptor for the output of both processes; default: the console. */
  readonly output?: number
}

/** Starts the payment simulator, on the port after the application's. */
export function startSimulator({ port, dataDir, env = process.env, output }: SystemSettings): Child {
  const folder = join(dataDir, 'simulator')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return startNode('simulator', 'simulator/main.ts', [], {
    env: {
      ...env,
      SIM_PORT: String(port + 1),
      SIM_DATA_DIR: folder,
      SIM_WEBHOOK_SECRET: simulatorWebhookSecret,
      SIM_ACCESS_TOKEN: simulatorAccessToken,
    },
    ...(output === undefined ? {} : { output }),
  })
}

/** Starts the simulator of WhatsApp's Cloud API, on the second port after the application's. */
export function startWhatsapp({ port, env = process.env, output }: Omit<SystemSettings, 'dataDir'>): Child {
  return startNode('whatsapp', 'simulator/whatsapp/main.ts', [], {
    env: { ...memorySettings, ...env, ...whatsappSimulatorVariables(port) },
    ...(output === undefined ? {} : { output }),
  })
}

/**
 * Returns the variables that make the WhatsApp simulator listen. If they are given to the payment simulator, it runs in the
 * simulator's process.
 */
export function whatsappSimulatorVariables(port: number): NodeJS.ProcessEnv {
  return {
    ...whatsappVariables(port),
    SIM_WHATSAPP_PORT: String(port + 2),
    SIM_WHATSAPP_WEBHOOK: `http://127.0.0.1:${port}/webhooks/whatsapp`,
  }
}

/** Returns the variables that point the application to the WhatsApp simulator. */
export function whatsappVariables(port: number): NodeJS.ProcessEnv {
  return {
    WHATSAPP_BASE_URL: `${whatsappUrl(port)}/v23.0`,
    WHATSAPP_PHONE_NUMBER_ID: whatsappSimulator.phoneNumberId,
    WHATSAPP_BUSINESS_ACCOUNT_ID: whatsappSimulator.businessAccountId,
    WHATSAPP_ACCESS_TOKEN: whatsappSimulator.accessToken,
    WHATSAPP_APP_SECRET: whatsappSimulator.appSecret,
    WHATSAPP_VERIFY_TOKEN: whatsappSimulator.verifyToken,
  }
}

export function whatsappUrl(port: number): string {
  return `http://127.0.0.1:${port + 2}`
}

/**
 * By default V8 reserves a much larger young generation than the product uses, and the C library reserves one heap per thread, and
 * keeps what V8's compilers release. Limiting this saves a third of the resident memory and costs a few per cent of speed
 * (docs/performance.md).
 */
export const memorySettings = {
  NODE_OPTIONS: '--max-semi-space-size=4',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * The embedded database is WebAssembly. V8 recompiles its hot functions with the optimising compiler, which takes half a gigabyte
 * for functions as long as PostgreSQL's, and as much time as a demonstration or a test ever saves by it.
 */
export const embeddedDatabaseOptions = ['--liftoff-only']

/**
 * Options of Node for `src/main.ts`. It sets the second one itself; given from the start, the compiled code that it keeps has a folder
 * of its own. Without that, programs with and without this option find each other's code useless, and replace it at each exit.
 */
export const applicationOptions = [...embeddedDatabaseOptions, '--heap-growing-percent=50']

/** Starts the application, web and worker in one process. It needs the build; its defaults point to the simulator. */
export function startApplication({ port, dataDir, env = process.env, output }: SystemSettings): Child {
  return startNode('application', 'src/main.ts', [], {
    env: { ...memorySettings, ...env, PORT: String(port), DATA_DIR: dataDir },
    nodeOptions: applicationOptions,
    ...(output === undefined ? {} : { output }),
  })
}

/** @param host address on which it listens; a wildcard address is requested on loopback */
export function applicationUrl(port: number, host = '127.0.0.1'): string {
  const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}`
}

export function simulatorUrl(port: number): string {
  return `http://127.0.0.1:${port + 1}`
}

/**
 * Waits until `url` responds with 200.
 *
 * @returns false when the process exits or `timeoutMs` passes first
 */
export async function answers(url: string, child: Child, timeoutMs = 180_000): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && !child.isGone()) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status === 200
      },
      () => false,
    )
    if (ready) return true
    await sleep(60)
  }
  return false
}

/** Stops the application, which finishes its running requests, and then the services that it may still call. */
export async function stopSystem(
  application: Child | undefined,
  ...simulators: (Child | undefined)[]
): Promise<void> {
  await application?.stop(3500 + 2_000 * Number(process.env.DRAIN_SECONDS || 0))
  await Promise.all(simulators.map((simulator) => simulator?.stop(1000)))
}
