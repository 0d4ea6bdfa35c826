/** Access token and webhook secret shared with the simulator. */
export const simulatorAccessToken = 'TEST-simulator-token'
export const simulatorWebhookSecret = 'sim-webhook-secret'

/** What the double of WhatsApp's Cloud API and the application share in a demonstration. */
export const whatsappDouble = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'TEST-whatsapp-double-token',
  appSecret: 'sim-whatsapp-app-secret',
  verifyToken: 'sim-whatsapp-verify-token',
} as const

/** Everybody can read these: production refuses them. */
export const simulatorSecrets: readonly string[] = [
  simulatorAccessToken,
  simulatorWebhookSecret,
  whatsappDouble.accessToken,
  whatsappDouble.appSecret,
  whatsappDouble.verifyToken,
]
