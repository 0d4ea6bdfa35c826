/** When the team answers, from Monday to Friday, in hours of São Paulo. */
export const opening = { opens: 8, closes: 18 }

export const openingHours = `segunda a sexta, das ${opening.opens}h às ${opening.closes}h`
