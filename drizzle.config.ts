import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/platform/**/tables.server.ts', './src/modules/**/tables.server.ts'],
  out: './migrations',
})
