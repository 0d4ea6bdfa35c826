/** Texts of the browser's main script, in a separate file so that the script is one chunk and needs one request. */

/** Shown while a protected page is slow to respond. */
export const checkingSignIn = 'Verificando autenticação...'

/** Shown when copying fails: specification, section 8. */
export const copyFailed = 'Erro ao copiar'
