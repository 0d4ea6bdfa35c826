import { Button, type ButtonTone } from './button.tsx'
import { Icon } from './icon.tsx'

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string
  label: string
  /** Notice on success: 'Código PIX copiado!'. */
  done: string
  tone?: ButtonTone
  block?: boolean
  small?: boolean
}

/** Copies a text; where the browser refuses, a notice says 'Erro ao copiar'. Shown by the script: alone it could do nothing. */
export function CopyButton({ text, label, done, ...look }: CopyButtonProps) {
  return (
    <Button type="button" data-copy={text} data-copy-done={done} hidden {...look}>
      <Icon name="copy" />
      {label}
    </Button>
  )
}
