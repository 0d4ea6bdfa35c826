import { Fragment } from 'react'

const linked = /\[([^\]]+)\]\(([^)\s]+)\)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/** A text in which `[words](/page)` and e-mail addresses are links, and an amount is never broken in two. */
export function LegalText({ text }: { text: string }) {
  return (
    <>
      {pieces(text.replaceAll('R$ ', 'R$\u00a0')).map((piece) =>
        typeof piece === 'string' ? piece : <Fragment key={piece.at}>{link(piece)}</Fragment>,
      )}
    </>
  )
}

interface Link {
  at: number
  href: string
  words: string
}

function link({ href, words }: Link) {
  return <a href={href}>{words}</a>
}

function pieces(text: string): (string | Link)[] {
  const found: (string | Link)[] = []
  let end = 0
  for (const match of text.matchAll(linked)) {
    const [whole, words, href, email] = match
    found.push(text.slice(end, match.index))
    found.push({ at: match.index, href: href ?? `mailto:${email}`, words: words ?? email ?? whole })
    end = match.index + whole.length
  }
  return [...found, text.slice(end)]
}
