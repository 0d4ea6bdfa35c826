/** Texts of the browser's own script. Apart from the others, so that the script is one file and one request. */

/** Said while a protected page is slow to answer. */
export const checkingSignIn = 'Verificando autenticação...'

/** Spec section 8. */
export const copyFailed = 'Erro ao copiar'
