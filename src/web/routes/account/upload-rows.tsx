import { documentsCopy as copy } from '../../copy/documents.ts'
import { Button } from '../../ui/button.tsx'
import type { Upload } from './use-uploads.ts'

/** Files being uploaded, in the list of documents; a refused file shows the reason. */
export function UploadRows({
  uploads,
  onRetry,
}: {
  uploads: readonly Upload[]
  onRetry: (upload: Upload) => void
}) {
  return uploads.map((upload) => {
    const { id, file, state, progress, text, canRetry } = upload
    const failed = state === 'failed'
    const percent = Math.round(progress * 100)
    return (
      <li className="grid gap-1 py-3" key={id}>
        <span className="font-semibold wrap-anywhere">{file.name}</span>
        {!failed && (
          <span className="progress">
            <progress max={100} value={percent} aria-label={`${copy.sending}: ${file.name}`} />
            <span className="num">{`${percent}%`}</span>
          </span>
        )}
        <span className={failed ? 'field-error' : 'note'} role={failed ? 'alert' : undefined}>
          {text}
        </span>
        {canRetry && (
          <Button
            type="button"
            tone="quiet"
            small
            className="justify-self-start"
            onClick={() => onRetry(upload)}
          >
            {copy.retry}
          </Button>
        )}
      </li>
    )
  })
}
