export type PasswordProblem = 'too_short' | 'too_simple' | 'too_common'

/** Minimum password length (specification, section 5). */
export const PASSWORD_LENGTH = 8

/**
 * The problems of a new password; empty when it is acceptable. It needs at least eight characters,
 * with a lower-case and an upper-case letter, a digit and one of @$!%*?& (specification, section 5),
 * and must not be a common password.
 */
export function passwordProblems(password: string): PasswordProblem[] {
  const problems: PasswordProblem[] = []
  if (isTooShort(password)) problems.push('too_short')
  if (isTooSimple(password)) problems.push('too_simple')
  if (isTooCommon(password)) problems.push('too_common')
  return problems
}

function isTooShort(password: string): boolean {
  return password.length < PASSWORD_LENGTH
}

export function isTooSimple(password: string): boolean {
  return ![/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/].every((kind) => kind.test(password))
}

/** Case-insensitive: 'SENHA@123' is as easy to guess as 'Senha@123'. */
export function isTooCommon(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}

/** Common words and endings: typical passwords where a form requires a capital, a digit and a symbol. */
const WORDS =
  'senha password brasil mudar admin teste acesso familia deus jesus amor flamengo corinthians palmeiras'
const ENDINGS = '@123 @1234 @12345 123! 1234! @2024 @2025 @2026 123@ 1!'

const OTHERS =
  'p@ssw0rd p@ssw0rd1 p@ssword1 p@ssw0rd! passw0rd! passw0rd@123 s3nha@123 senh@123 senh@1234 m1nh@senha ' +
  'minhasenha@1 minhasenha@123 minhasenha1! novasenha@1 novasenha@123 trocar@123 welcome1! welcome@1 welcome@123 ' +
  'bemvindo@1 bemvindo@123 qwerty1! qwerty@1 qwerty@123 qwer1234! abc@1234 abcd@123 abcd@1234 abcd1234! abc12345! aa@12345 aa123456! ' +
  'a1b2c3d4! q1w2e3r4! q1w2e3r4@ 1q2w3e4r! 1q2w3e4r@ 1qaz@wsx 1qaz2wsx! zaq1@wsx !qaz2wsx !qaz1qaz iloveyou1! teamo@123 teamo123! ' +
  'gabriel@123 lucas@123 maria@123 joao@123 ana@1234 vasco@123 santos@123 gremio@123 saopaulo@123 ' +
  'floripa@123 brasil10! recomeco@1 recomeco@123 recomeço@123 serasa@123 nomelimpo@1 nomelimpo@123 cliente@123 usuario@123'

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...WORDS.split(' ').flatMap((word) => ENDINGS.split(' ').map((ending) => word + ending)),
  ...OTHERS.split(' '),
])
