import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { freePorts } from './scripts/lib/ports.ts'
import { simulatorUrl } from './scripts/lib/system.ts'
import { portOf } from './test/support/e2e-system.ts'

// The workers read this file too: what is settled here once reaches them by the environment. Each has a system of its own,
// so that a test may turn on the simulator's faults and take the newest charge for its own.
const workers = Number(process.env.E2E_WORKERS) || 1
process.env.E2E_FIRST_PORT ??= String(await freePorts(2 * workers))
process.env.CHROMIUM_PATH ??= (await findChromium()) ?? ''
const port = portOf(process.env.E2E_FIRST_PORT, process.env.TEST_PARALLEL_INDEX)
process.env.E2E_PORT = String(port)
process.env.E2E_SIMULATOR_URL = simulatorUrl(port)

/** Files that are no flow to walk with and without JavaScript. */
const special = /\.(a11y|weight|budget)\.spec\.ts$/

const launchWith = (...args: string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? '',
  args: [...chromiumArgs, ...args],
})
/** Optimising the code of pages that run for a moment takes a twentieth of a step. */
const launchOptions = launchWith('--js-flags=--no-opt,--no-maglev,--always-sparkplug')
/**
 * Drawing as sharply as the phone, and installing the service worker for each person, take a tenth of a step each. What is to be
 * walked with the service worker says so.
 */
const light = { deviceScaleFactor: 1, serviceWorkers: 'block', launchOptions } as const
/** Drawing what moves takes a fifth of a step. What is to be walked with motion says so: a first sale and a day at the desk. */
const still = { ...light, contextOptions: { reducedMotion: 'reduce' } } as const

/** The cheap phone the product is made for. */
const phone = {
  ...devices['Pixel 5'],
  viewport: { width: 360, height: 740 },
}

/**
 * The global set-up starts the application (E2E_PORT) and the simulator (E2E_SIMULATOR_URL) of each worker on an empty data
 * folder; E2E_WORKERS says how many workers there are, one unless it is set. Files say by their names what they are:
 * `*.a11y.spec.ts` accessibility, `*.weight.spec.ts` budgets of bytes, `*.budget.spec.ts` budgets of time, every other
 * `*.spec.ts` a flow that is walked with and without JavaScript (unless tagged @js or @nojs).
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './test/support/e2e-system.ts',
  workers,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine now and then stalls for longer than a step waits; what fails twice is a fault.
  retries: 1,
  // On a slow machine that runs other steps beside, a walk of ten seconds takes a minute.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...phone,
    // What cannot be done is told after this time, instead of after that of the whole test.
    actionTimeout: 30_000,
    baseURL: `http://localhost:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Written of every test, it costs more than the test.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launchWith(),
  },
  projects: [
    { name: 'javascript', testIgnore: special, grepInvert: /@nojs/, use: still },
    {
      name: 'no-javascript',
      testIgnore: special,
      grepInvert: /@js/,
      use: { javaScriptEnabled: false, ...still },
    },
    { name: 'accessibility', testMatch: /\.a11y\.spec\.ts$/, use: light },
    { name: 'weight', testMatch: /\.weight\.spec\.ts$/ },
    // What is measured in seconds is measured one by one, and its best try counts.
    { name: 'budgets', testMatch: /\.budget\.spec\.ts$/, timeout: 180_000, workers: 1 },
  ],
})
