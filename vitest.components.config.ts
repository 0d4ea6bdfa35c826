import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { testFiles } from './test/support/kinds.ts'

const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium())

/**
 * Tests of what React runs in the browser, in one (step `components`). A configuration of its own, because only this one
 * loads a browser.
 */
export default defineConfig({
  // Found at the first run they would load the page a second time.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-dev-runtime',
      'react-dom/client',
      'react-dom/server',
      'react-router',
      'zod',
    ],
  },
  test: {
    name: 'components',
    include: testFiles('test').browser,
    setupFiles: 'test/components/support/fresh-page.ts',
    // The page is emptied after each test instead.
    isolate: false,
    testTimeout: 20_000,
    // As Playwright's: a shared machine now and then stalls for longer than a step waits; what fails twice is a fault.
    retry: 1,
    // Longer than such a stall.
    expect: { poll: { timeout: 10_000 }, requireAssertions: true },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumArgs] },
        contextOptions: { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 360, height: 740 } }],
    },
  },
})
