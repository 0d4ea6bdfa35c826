import { isKeyOf } from '../../../core/records.ts'
import { type ObligationKind, obligationRights } from '../../../modules/backoffice/public.ts'

/** Formats the identifier of an obligation for a URL or a form: 'kind~id'. */
export function writeItem({ kind, id }: { kind: ObligationKind; id: string }): string {
  return `${kind}~${id}`
}

export function readItem(text: string | null): { kind: ObligationKind; id: string } | undefined {
  const [kind = '', ...rest] = text?.split('~') ?? []
  const id = rest.join('~')
  if (id === '' || !isKeyOf(obligationRights, kind)) return undefined
  return { kind, id }
}
