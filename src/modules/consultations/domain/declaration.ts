/**
 * The declaration that the buyer of a look-up accepts, so that no person is looked up without authorisation (LGPD, art.
 * 7). The version must change with the wording; it is stored with each look-up.
 */
export const declaration = {
  version: '2026-11',
  text: 'Declaro que sou o titular deste CPF ou que tenho autorização do titular para esta consulta.',
} as const
