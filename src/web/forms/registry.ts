/**
 * Schemas with which the browser validates forms before submitting them: `<form data-validate="name">`. Each is loaded when its
 * form first gets the focus; the server parses with the same schema.
 */

/** Part of a schema that the browser uses; both `zod/mini` and `zod` have it. */
export interface BrowserSchema {
  safeParse(
    value: unknown,
  ):
    | { success: true }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

const registry = {
  hiring: async () => (await import('./hiring.ts')).hiringSchema,
  'sign-in': async () => (await import('./auth.ts')).signInSchema,
  'sign-up': async () => (await import('./auth.ts')).signUpSchema,
  'hiring-sign-up': async () => (await import('./auth.ts')).hiringSignUpSchema,
  confirm: async () => (await import('./auth.ts')).confirmSchema,
  'reset-request': async () => (await import('./auth.ts')).resetSchema,
  recovery: async () => (await import('./auth.ts')).recoverySchema,
  'change-password': async () => (await import('./auth.ts')).changePasswordSchema,
  'create-account': async () => (await import('./auth.ts')).createAccountSchema,
  individual: async () => (await import('./account.ts')).individualForm,
  company: async () => (await import('./account.ts')).companyForm,
  'account-password': async () => (await import('./account.ts')).passwordForm,
  'account-phone': async () => (await import('./account.ts')).phoneForm,
  vehicle: async () => (await import('./vehicle.ts')).vehicleSchema,
  'consult-cpf': async () => (await import('./consultation.ts')).cpfConsultSchema,
  consult: async () => (await import('./consultation.ts')).consultSchema,
} satisfies Record<string, () => Promise<BrowserSchema>>

export type FormName = keyof typeof registry

/** Returns the schema of a form; undefined for an unknown name. */
export async function loadSchema(name: string): Promise<BrowserSchema | undefined> {
  const load = (registry as Record<string, (() => Promise<BrowserSchema>) | undefined>)[name]
  return load?.()
}
