/** Pessoa física or pessoa jurídica. */
export const personTypes = ['fisica', 'juridica'] as const
export type PersonType = (typeof personTypes)[number]
