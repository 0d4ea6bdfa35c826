/** When the team answers. */
export const openingHours = 'segunda a sexta, das 8h às 18h'
