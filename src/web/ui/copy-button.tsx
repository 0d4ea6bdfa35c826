import { Button, type ButtonTone } from './button.tsx'
import { Icon } from './icon.tsx'

interface CopyButtonProps {
  /** The text to copy. */
  text: string
  label: string
  /** Notice on success: 'Código PIX copiado!'. */
  done: string
  tone?: ButtonTone
  block?: boolean
  small?: boolean
}

/** Copies a text; when the browser refuses, a notice says 'Erro ao copiar'. Hidden until the script reveals it. */
export function CopyButton({ text, label, done, ...style }: CopyButtonProps) {
  return (
    <Button type="button" data-copy={text} data-copy-done={done} hidden {...style}>
      <Icon name="copy" />
      {label}
    </Button>
  )
}
