import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  server: { host: '127.0.0.1' },
  // A font or an icon inlined as data: would need a looser content security policy.
  build: { assetsInlineLimit: 0 },
  environments: { ssr: { build: { rolldownOptions: { input: './src/web/server.ts' } } } },
  // React goes into the server bundle as its production build, whatever the host's NODE_ENV: without the definition both
  // builds go in and the slow one is taken wherever NODE_ENV is not set.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
