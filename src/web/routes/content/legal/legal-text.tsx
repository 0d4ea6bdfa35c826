import { Fragment } from 'react'

const linkPattern = /\[([^\]]+)\]\(([^)\s]+)\)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/** Renders `[words](/page)` and e-mail addresses as links, and keeps amounts on one line. */
export function LegalText({ text }: { text: string }) {
  return (
    <>
      {splitLinks(text.replaceAll('R$ ', 'R$\u00a0')).map((part) =>
        typeof part === 'string' ? part : <Fragment key={part.index}>{renderLink(part)}</Fragment>,
      )}
    </>
  )
}

interface Link {
  index: number
  href: string
  text: string
}

function renderLink({ href, text }: Link) {
  return <a href={href}>{text}</a>
}

function splitLinks(text: string): (string | Link)[] {
  const parts: (string | Link)[] = []
  let end = 0
  for (const match of text.matchAll(linkPattern)) {
    const [whole, label, href, email] = match
    parts.push(text.slice(end, match.index))
    parts.push({ index: match.index, href: href ?? `mailto:${email}`, text: label ?? email ?? whole })
    end = match.index + whole.length
  }
  return [...parts, text.slice(end)]
}
