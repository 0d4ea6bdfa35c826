import type { Person } from '../../../platform/personal/personal-data.ts'

/** Returns the identity of a signed-in person: the account, and its confirmed e-mail. */
export function personOfViewer({ id, email }: { id: string; email: string }): Person {
  return { userId: id, email, phone: undefined }
}
