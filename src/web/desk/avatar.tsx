import { cx } from '../ui/cx.ts'

/** The initials of a person; a plus when no person is set yet. Without a label it only decorates the name beside it. */
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

/** 'Bia Ramos' → 'BR', 'Equipe' → 'EQ' */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [name[0], name[1]]
  return ((first[0] ?? '') + (last[0] ?? '')).toUpperCase()
}
