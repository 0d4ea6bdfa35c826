import type { ComponentProps } from 'react'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type PasswordProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'style' | 'name' | 'id' | 'type' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password'
  }

/** A password field with a show/hide toggle, which is hidden until the script reveals it. */
export function PasswordField(props: PasswordProps) {
  const { texts, control } = splitField(props)
  return (
    <FieldFrame {...texts}>
      <div className="password">
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: HTML allows it on a password, which has no role */}
        <input className="control" type="password" aria-required {...control} {...controlAttributes(texts)} />
        <button
          type="button"
          className="password-toggle"
          hidden
          data-password-toggle={texts.id ?? texts.name}
          data-hide-label="Ocultar"
          aria-pressed="false"
          aria-label={`Mostrar: ${texts.label}`}
        >
          Mostrar
        </button>
      </div>
    </FieldFrame>
  )
}
