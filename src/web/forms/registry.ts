/**
 * The schemas a browser may check a form with before sending it: `<form data-validate="name">`. One line a form; each
 * is loaded when a person first touches the form, and the server parses by the same schema.
 */

/** What the browser needs of a schema; `zod/mini` and `zod` both have it. */
export interface BrowserSchema {
  safeParse(
    value: unknown,
  ):
    | { success: true }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

const registry = {} satisfies Record<string, () => Promise<BrowserSchema>>

export type FormName = keyof typeof registry

/** The schema of a form, or undefined for a name the registry does not know. */
export async function loadSchema(name: string): Promise<BrowserSchema | undefined> {
  const load = (registry as Record<string, (() => Promise<BrowserSchema>) | undefined>)[name]
  return load?.()
}
