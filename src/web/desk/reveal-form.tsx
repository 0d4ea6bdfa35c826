import type { useFetcher } from 'react-router'
import { Key } from './key.tsx'

/** Button, also by the key M, that shows masked personal data; the log records who saw it. */
export function RevealForm({
  fetcher,
  label,
}: {
  fetcher: Pick<ReturnType<typeof useFetcher>, 'Form' | 'state'>
  label: string
}) {
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="reveal" />
      <button
        type="submit"
        className="btn btn-quiet btn-small"
        data-key="m"
        aria-keyshortcuts="M"
        disabled={fetcher.state !== 'idle'}
      >
        {label} <Key>M</Key>
      </button>
    </fetcher.Form>
  )
}
