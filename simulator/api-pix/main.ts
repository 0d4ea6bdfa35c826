import { readFileSync } from 'node:fs'
import { startBank } from './server.ts'

const { env } = process

try {
  const { SIM_PIX_CERT_FILE: cert, SIM_PIX_KEY_FILE: key, SIM_PIX_CA_FILE: ca } = env
  const bank = await startBank({
    port: Number(env.SIM_PIX_PORT || 3002),
    controlPort: Number(env.SIM_PIX_CONTROL_PORT || 3003),
    clientId: env.SIM_PIX_CLIENT_ID || 'loja-exemplo',
    clientSecret: env.SIM_PIX_CLIENT_SECRET || 'segredo-do-simulador',
    key: env.SIM_PIX_KEY || 'financeiro@exemplo.com.br',
    ...(cert &&
      key &&
      ca && {
        tls: {
          cert: readFileSync(cert, 'utf8'),
          key: readFileSync(key, 'utf8'),
          ca: readFileSync(ca, 'utf8'),
        },
      }),
  })
  console.log(`API Pix (no real money): ${bank.url}, token ${bank.tokenUrl}, levers ${bank.controlUrl}`)
  const stop = () => void bank.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(`api-pix: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
