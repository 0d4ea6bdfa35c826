import { startFromEnvironment } from './start.ts'

try {
  const simulator = await startFromEnvironment(process.env)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(`WhatsApp simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
