import { startFromEnvironment } from './start.ts'

try {
  const double = await startFromEnvironment(process.env)
  const stop = () => void double.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(`whatsapp double: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
