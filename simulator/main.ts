import { startSimulator } from './server.ts'

const { env } = process

try {
  const simulator = await startSimulator({
    port: number('SIM_PORT') ?? 3001,
    host: env.SIM_HOST || '127.0.0.1',
    dataDir: env.SIM_DATA_DIR || './data/simulator',
    webhookSecret: env.SIM_WEBHOOK_SECRET || 'sim-webhook-secret',
    accessToken: env.SIM_ACCESS_TOKEN || 'TEST-simulator-token',
    timeFactor: positive('SIM_TIME_FACTOR'),
    pixExpirySeconds: positive('SIM_PIX_EXPIRY_SECONDS'),
    publicUrl: env.SIM_PUBLIC_URL || undefined,
  })
  // An application that prints the URLs itself, in its own language, sets SIM_QUIET.
  if (env.SIM_QUIET !== '1') console.log(`Mercado Pago simulator (no real money): ${simulator.url}`)
  // Where memory is limited, the WhatsApp simulator runs in this process and not in its own.
  const whatsapp = env.SIM_WHATSAPP_PORT
    ? await (await import('./whatsapp/start.ts')).startFromEnvironment(env)
    : undefined
  const stop = () => void Promise.all([simulator.close(), whatsapp?.close()]).then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(`simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

function number(name: string): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number from 0, not "${text}"`)
  return value
}

function positive(name: string): number | undefined {
  const value = number(name)
  if (value === 0) throw new Error(`${name} must be above 0`)
  return value
}
