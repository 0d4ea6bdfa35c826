const accented = 'áàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'aaaaaeeeeiiiiooooouuuucn'

/** Lower case without the accents of Portuguese: 'Conceição' → 'conceicao', however its accents are encoded. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => plain[accented.indexOf(letter)] ?? letter)
}

/** For the same folding in SQL, because a database may convert only ASCII letters to lower case. */
export const foldingAlphabets = {
  accented: accented + accented.toUpperCase(),
  plain: plain + plain,
} as const

/** Lower case without any accents: 'ÉPOCA' → 'epoca', 'Žižek' → 'zizek'. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
