import type { Outcome } from '../../core/outcome.ts'
import { commonWords } from './common-words.server.ts'
import type { Deps } from './deps.ts'
import { checkNewPassword, type PasswordRefusal } from './domain/account.ts'
import { type KnownPerson, personalWords } from './domain/personal-words.ts'

/** Checks a person's new password. Existing passwords are never checked again. */
export async function checkPasswordOf(
  { siteWords }: Pick<Deps, 'siteWords'>,
  { password, person }: { password: string; person: KnownPerson },
): Promise<Outcome<string, PasswordRefusal>> {
  const personal = personalWords(person, siteWords)
  return checkNewPassword(password, { rankOf: await commonWords(), personal })
}
