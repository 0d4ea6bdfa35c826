import type { Person } from '../../../platform/personal/personal-data.ts'

/** A signed-in person: what is of the account, and what is of its e-mail, which was confirmed. */
export function personOfViewer({ id, email }: { id: string; email: string }): Person {
  return { userId: id, email, phone: undefined }
}
