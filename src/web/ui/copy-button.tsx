import { copyFailed } from '../copy/enhance.ts'
import { copyText } from '../enhance/clipboard.ts'
import { showToast } from '../enhance/toasts.ts'
import { useHydrated } from '../hydration/use-hydrated.ts'
import { Button, type ButtonTone } from './button.tsx'
import { Icon } from './icon.tsx'

interface CopyButtonProps {
  /** Text to copy. */
  text: string
  label: string
  /** Toast on success: 'Código PIX copiado!'. */
  done: string
  tone?: ButtonTone
  block?: boolean
  small?: boolean
}

/** Copies a text; if the browser refuses, a toast says 'Erro ao copiar'. Hidden until React or src/web/enhance has loaded. */
export function CopyButton({ text, label, done, ...style }: CopyButtonProps) {
  const hydrated = useHydrated()
  const copy = async () =>
    showToast(
      (await copyText(text)) ? { tone: 'success', title: done } : { tone: 'destructive', title: copyFailed },
    )
  return (
    <Button
      type="button"
      data-copy={text}
      data-copy-done={done}
      hidden={!hydrated}
      onClick={() => void copy()}
      {...style}
    >
      <Icon name="copy" />
      {label}
    </Button>
  )
}
