// `npm run dev`: like `npm start`, but rebuilds and restarts the changed part on every change under src/ or simulator/. Data is
// kept; open pages must be reloaded.
import { watch } from 'node:fs'
import { resolve } from 'node:path'
import { build } from './lib/build.ts'
import type { Child } from './lib/child.ts'
import { freePorts, portIsFree } from './lib/ports.ts'
import { inRoot, root } from './lib/root.ts'
import { answers, applicationUrl, startApplication, startSimulator, stopSystem } from './lib/system.ts'

const port = Number(process.env.PORT || 3000)
const settings = { port, dataDir: resolve(root, process.env.DATA_DIR || 'data') }
const simulated = !process.env.MERCADOPAGO_ACCESS_TOKEN

let application: Child | undefined
let simulator: Child | undefined
let stopping = false
let debounce: NodeJS.Timeout | undefined
let work: Promise<void> = Promise.resolve()
const changed = new Set<'src' | 'simulator'>(['src', 'simulator'])

for (const needed of simulated ? [port, port + 1] : [port]) {
  if (await portIsFree(needed)) continue
  console.error(`Port ${needed} is in use. Free now: PORT=${await freePorts(2)}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
for (const folder of ['src', 'simulator'] as const) {
  watch(inRoot(folder), { recursive: true }, () => {
    changed.add(folder)
    clearTimeout(debounce)
    debounce = setTimeout(() => {
      work = work.then(refresh)
    }, 150)
  })
}
work = refresh()

/** Rebuilds and restarts the changed parts. After a build error it waits for the next change. */
async function refresh(): Promise<void> {
  const parts = new Set(changed)
  changed.clear()
  if (stopping || parts.size === 0) return
  if (simulated && parts.has('simulator')) {
    await simulator?.stop(1000)
    simulator = startSimulator(settings)
  }
  if (!parts.has('src')) return
  if (!(await build().done))
    return console.error('The pages could not be built. Waiting for the next change.')
  await application?.stop(3500)
  if (stopping) return
  application = startApplication(settings)
  const ready = await answers(`${applicationUrl(port)}/readyz`, application)
  if (stopping) return
  console.log(
    ready ? `Ready: http://localhost:${port}` : 'The application did not start. Waiting for the next change.',
  )
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  clearTimeout(debounce)
  await stopSystem(application, simulator)
  process.exit(0)
}
