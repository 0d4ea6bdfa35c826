import { Link } from 'react-router'
import { Key } from './key.tsx'

/** Link to the next item of the same kind, also by the key N. */
export function NextLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="btn btn-quiet btn-small" to={to} data-key="n" aria-keyshortcuts="N">
      {name} <Key>N</Key>
    </Link>
  )
}
