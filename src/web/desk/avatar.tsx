import { cx } from '../ui/cx.ts'

/** Initials of a person; a plus when no person is assigned. Without a label it is decorative, beside the name. */
export function Avatar({ name, label }: { name: string | undefined; label: string }) {
  return (
    <span
      className={cx('desk-avatar', !name && 'is-free')}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      {name ? initialsOf(name) : '+'}
    </span>
  )
}

/** Returns the initials of a name: 'Bia Ramos' → 'BR', 'Equipe' → 'EQ' */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [name[0], name[1]]
  return ((first[0] ?? '') + (last[0] ?? '')).toUpperCase()
}
