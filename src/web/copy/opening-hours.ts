/** Hours in which the team answers, Monday to Friday, São Paulo time. */
export const opening = { opens: 8, closes: 18 }

export const openingHours = `segunda a sexta, das ${opening.opens}h às ${opening.closes}h`
