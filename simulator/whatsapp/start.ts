import { startWhatsappSimulator, type WhatsappSimulator } from './server.ts'

/** Starts the simulator as configured by the environment variables that its README describes. */
export async function startFromEnvironment(env: NodeJS.ProcessEnv): Promise<WhatsappSimulator> {
  const simulator = await startWhatsappSimulator({
    port: Number(env.SIM_WHATSAPP_PORT || 3002),
    webhookUrl: env.SIM_WHATSAPP_WEBHOOK || 'http://127.0.0.1:3000/webhooks/whatsapp',
    phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID || '106540352242922',
    businessAccountId: env.WHATSAPP_BUSINESS_ACCOUNT_ID || '102290129340398',
    accessToken: env.WHATSAPP_ACCESS_TOKEN || 'TEST-whatsapp-double-token',
    appSecret: env.WHATSAPP_APP_SECRET || 'sim-whatsapp-app-secret',
  })
  if (env.SIM_QUIET !== '1') console.log(`WhatsApp simulator (nothing leaves this machine): ${simulator.url}`)
  return simulator
}
