/** Access token and webhook secret shared with the simulator. */
export const simulatorAccessToken = 'TEST-simulator-token'
export const simulatorWebhookSecret = 'sim-webhook-secret'
