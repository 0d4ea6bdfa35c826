/**
 * What the buyer of a look-up declares, word for word: anybody could otherwise look up anybody (LGPD, art. 7). The
 * version changes with the words; what was declared is stored with its version.
 */
export const declaration = {
  version: '2026-11',
  text: 'Declaro que sou o titular deste CPF ou que tenho autorização do titular para esta consulta.',
} as const
