import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/lib/build.ts'
import {
  answers,
  applicationUrl,
  simulatorUrl,
  startApplication,
  startSimulator,
  stopSystem,
} from '../../scripts/lib/system.ts'

/** Starts the application and the simulator for Playwright, on an empty data folder; returns what stops them. */
export default async function startForEndToEnd(): Promise<() => Promise<void>> {
  const port = Number(process.env.E2E_PORT)
  if (!(await build().done)) throw new Error('The pages could not be built')
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-e2e-'))
  const logFile = join(folder, 'system.log')
  const settings = {
    port,
    dataDir: join(folder, 'data'),
    output: openSync(logFile, 'a'),
    env: {
      MERCADOPAGO_ACCESS_TOKEN: '',
      DATABASE_URL: '',
      SMTP_URL: '',
      RECONCILE_SECONDS: '5',
      LOG_LEVEL: 'warn',
    },
  }
  const simulator = startSimulator(settings)
  const application = startApplication(settings)
  const stop = async () => {
    await stopSystem(application, simulator)
    rmSync(folder, { recursive: true, force: true })
  }
  const ready =
    (await answers(`${simulatorUrl(port)}/healthz`, simulator)) &&
    (await answers(`${applicationUrl(port)}/readyz`, application))
  if (ready) return stop
  const log = readFileSync(logFile, 'utf8')
  await stop()
  throw new Error(`The application did not become ready. It wrote:\n${log.slice(-4000)}`)
}
