import { type ComponentProps, useState } from 'react'
import { useHydrated } from '../hydration/use-hydrated.ts'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type PasswordProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'style' | 'name' | 'id' | 'type' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password'
  }

const show = 'Mostrar'
const hide = 'Ocultar'

/** A password field with a show/hide toggle, which is hidden until React or src/web/enhance has loaded. */
export function PasswordField(props: PasswordProps) {
  const { texts, control } = splitField(props)
  const hydrated = useHydrated()
  const [visible, setVisible] = useState(false)
  return (
    <FieldFrame {...texts}>
      <div className="password">
        <input
          className="control"
          type={visible ? 'text' : 'password'}
          aria-required
          {...control}
          {...controlAttributes(texts)}
        />
        <button
          type="button"
          className="password-toggle"
          hidden={!hydrated}
          aria-pressed={visible}
          aria-label={`${show}: ${texts.label}`}
          data-password-toggle={texts.id ?? texts.name}
          data-hide-label={hide}
          onClick={() => setVisible(!visible)}
        >
          {visible ? hide : show}
        </button>
      </div>
    </FieldFrame>
  )
}
