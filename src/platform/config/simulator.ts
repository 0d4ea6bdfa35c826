/** Access token and webhook secret shared with the simulator. */
export const simulatorAccessToken = 'TEST-simulator-token'
export const simulatorWebhookSecret = 'sim-webhook-secret'

/** Credentials that the simulator of WhatsApp's Cloud API and the application share in a demonstration. */
export const whatsappSimulator = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'TEST-whatsapp-double-token',
  appSecret: 'sim-whatsapp-app-secret',
  verifyToken: 'sim-whatsapp-verify-token',
} as const

/** Publicly known values, which production refuses. */
export const simulatorSecrets: readonly string[] = [
  simulatorAccessToken,
  simulatorWebhookSecret,
  whatsappSimulator.accessToken,
  whatsappSimulator.appSecret,
  whatsappSimulator.verifyToken,
]
