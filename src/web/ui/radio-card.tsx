import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'

interface RadioCardProps {
  name: string
  value: string
  title: ReactNode
  /** At the right of the title. */
  amount?: ReactNode
  how?: ReactNode
  /** Below the divider. */
  footer?: ReactNode
  badge?: string
  checked?: boolean
  /** Toast shown when the option is chosen: 'Forma de pagamento selecionada!'. */
  toast?: string
}

/** A radio button whose label contains its whole description. */
export function RadioCard({
  name,
  value,
  title,
  amount,
  how,
  footer,
  badge,
  checked,
  toast,
}: RadioCardProps) {
  const id = `${name}-${value}`
  return (
    <label className="choice" htmlFor={id}>
      <input
        className="radio-dot"
        type="radio"
        id={id}
        name={name}
        value={value}
        defaultChecked={checked}
        data-toast={toast}
      />
      <span className="choice-name">{title}</span>
      {amount && <span className="choice-amount num">{amount}</span>}
      {how && <span className="choice-how num">{how}</span>}
      {footer && <span className="choice-total num">{footer}</span>}
      {badge && (
        <span className="choice-badge">
          <Badge tone="solid">{badge}</Badge>
        </span>
      )}
    </label>
  )
}
