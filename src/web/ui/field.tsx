import type { ComponentProps, FocusEvent } from 'react'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type Mask = 'cpf' | 'cnpj' | 'documento' | 'phone' | 'cep' | 'money'

/**
 * The mask limits what stays in the field. A browser cuts a pasted text at `maxLength` before the mask sees it: '+55 91 98888-7777' cut at
 * 15 characters is the number of somebody else.
 */
export const MASKED_MAX_LENGTH = 40

const maskAttributes: Record<Mask, { inputMode: 'numeric' | 'tel' | 'text'; autoComplete?: string }> = {
  cpf: { inputMode: 'numeric' },
  cnpj: { inputMode: 'text' },
  documento: { inputMode: 'text' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  cep: { inputMode: 'numeric', autoComplete: 'postal-code' },
  money: { inputMode: 'numeric' },
}

type FieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'style' | 'name' | 'id'> & { mask?: Mask }

const masked = new WeakSet<HTMLElement>()

/** Masks the field where React runs; otherwise src/web/enhance/main.ts does the same. */
async function maskOnFirstFocus({ currentTarget }: FocusEvent<HTMLInputElement>): Promise<void> {
  if (masked.has(currentTarget)) return
  masked.add(currentTarget)
  const { maskField } = await import('../enhance/masks.ts')
  maskField(currentTarget)
}

/** A labelled input with its hint and error message. */
export function Field({ mask, type = 'text', ...props }: FieldProps) {
  const { texts, control, required } = splitField(props)
  return (
    <FieldFrame {...texts}>
      <input
        className="control"
        type={mask === 'phone' ? 'tel' : type}
        data-mask={mask}
        aria-required={required || undefined}
        {...(mask && { ...maskAttributes[mask], maxLength: MASKED_MAX_LENGTH, onFocus: maskOnFirstFocus })}
        {...control}
        {...controlAttributes(texts)}
      />
    </FieldFrame>
  )
}
