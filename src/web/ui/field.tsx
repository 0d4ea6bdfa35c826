import type { ComponentProps, FocusEvent } from 'react'
import { makeRoomForPaste } from '../enhance/room-for-paste.ts'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type Mask = 'cpf' | 'cnpj' | 'documento' | 'phone' | 'cep' | 'money'

const maskAttributes: Record<
  Mask,
  { inputMode: 'numeric' | 'tel' | 'text'; maxLength: number; autoComplete?: string }
> = {
  cpf: { inputMode: 'numeric', maxLength: 14 },
  cnpj: { inputMode: 'text', maxLength: 18 },
  documento: { inputMode: 'text', maxLength: 18 },
  phone: { inputMode: 'tel', maxLength: 15, autoComplete: 'tel' },
  cep: { inputMode: 'numeric', maxLength: 9, autoComplete: 'postal-code' },
  money: { inputMode: 'numeric', maxLength: 18 },
}

type FieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'style' | 'name' | 'id'> & { mask?: Mask }

const masked = new WeakSet<HTMLElement>()

/** Masks the field where React runs; otherwise src/web/enhance/main.ts does the same. */
async function maskOnFirstFocus({ currentTarget }: FocusEvent<HTMLInputElement>): Promise<void> {
  if (masked.has(currentTarget)) return
  masked.add(currentTarget)
  makeRoomForPaste(currentTarget)
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
        // A list is shown without a search.
        aria-required={(required && type !== 'search') || undefined}
        {...(mask && { ...maskAttributes[mask], onFocus: maskOnFirstFocus })}
        {...control}
        {...controlAttributes(texts)}
      />
    </FieldFrame>
  )
}
