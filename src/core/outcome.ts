/** A result that returns expected refusals as values with a stable code. Only bugs throw. */
export type Outcome<T, C extends string> = Accepted<T> | Refused<C>

export type Accepted<T> = { ok: true; value: T }
export type Refused<C extends string> = { ok: false; code: C; detail?: string }

export function ok<T>(value: T): Accepted<T> {
  return { ok: true, value }
}

/** `detail` is for logs and operators; the texts users read depend on `code` alone. */
export function refuse<const C extends string>(code: C, detail?: string): Refused<C> {
  return detail === undefined ? { ok: false, code } : { ok: false, code, detail }
}
