import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * How long each plugin took, and that a form's rules are loaded late in the browser alone, is nothing that whoever runs
 * `npm start` has to read.
 */
const quiet = { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } }

/**
 * React Router builds a script of every route for its own use in the browser, where it does not run
 * (docs/decisions/0033). They are empty, so that they take no part in how the others are divided.
 */
const withoutRoutesInBrowser: Plugin = {
  name: 'without-routes-in-browser',
  transform: (_code, id) =>
    id.endsWith('?__react-router-build-client-route') ? { code: 'export {}', map: null } : undefined,
}

/**
 * React Router serialises what loaders return for its own use in the browser, where it does not run: an island's data is in
 * the page already. That took 5 to 7 % of a page.
 */
const withoutSerialisedData: Plugin = {
  name: 'without-serialised-data',
  transform(code, id) {
    if (!/react-router\/dist\/\w+\/lib\/server-runtime\/server\.js$/.test(id)) return undefined
    const shorter = code.replaceAll(
      /serverHandoffStream: encodeViaTurboStream\([^)]*\)/g,
      'serverHandoffStream: undefined',
    )
    if (shorter === code) this.error('React Router serialises its data elsewhere: adapt this plugin')
    return { code: shorter, map: null }
  },
}

/** Node gives V8 a module with one character beyond ASCII in two bytes a character: 2.3 MB more for the server's, in each process. */
const inOneByte: Plugin = {
  name: 'in-one-byte',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry) continue
      if (/\braw`[^`]*[^\0-\x7f]/.test(chunk.code)) this.error('a raw text would show its escapes')
      chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped)
    }
  },
}
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The oldest browsers of the phones that customers have: Android 6 and iOS 15 (docs/decisions/0081). */
const olderPhones = ['chrome106', 'safari15.6', 'firefox115']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), withoutRoutesInBrowser, withoutSerialisedData, inOneByte],
  server: { host: '127.0.0.1' },
  // A font or an icon inlined as data: would need a looser content security policy.
  build: { assetsInlineLimit: 0, rolldownOptions: quiet, cssTarget: olderPhones },
  environments: {
    client: { build: { target: olderPhones } },
    ssr: { build: { rolldownOptions: { ...quiet, input: './src/web/server.ts' } } },
  },
  // React goes into the server bundle as its production build, whatever the host's NODE_ENV: without the definition both
  // builds go in and the slow one is taken wherever NODE_ENV is not set.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
