/**
 * Parts of an e-mail. Every style is an attribute, because some mail clients remove the head, and the layout consists of tables.
 */
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import {
  type Labelled,
  type MessageAction,
  preferencesLabel,
  type Signature,
} from '../../modules/notifications/public.ts'
import { colour, light, type Role } from './theme.ts'

/** Returns the class of a role, for the dark rules, and its light colours. */
function themedStyle(role: Role, style: CSSProperties) {
  return { className: role, style: { ...colour(role), ...style } }
}

/** Table that only positions its cells, because every mail client renders tables alike. */
function Cells({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" style={{ borderCollapse: 'separate', borderSpacing: 0, ...style }}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

/** Renders a text with its line breaks; one of our own addresses alone on a line becomes the link of the words above it. */
function Broken({ text, links = [] }: { text: string; links?: readonly string[] }) {
  const [first = { text: '' }, ...others] = linesOf(text, links)
  return (
    <>
      <Line {...first} />
      {others.map((line) => (
        <Fragment key={line.text}>
          <br />
          <Line {...line} />
        </Fragment>
      ))}
    </>
  )
}

interface TextLine {
  text: string
  /** The target of the link in its last sentence. */
  url?: string
}

function linesOf(text: string, links: readonly string[]): TextLine[] {
  const found: TextLine[] = []
  for (const line of text.split('\n')) {
    const above = found.at(-1)
    if (!links.includes(line)) found.push({ text: line })
    else if (above?.text.endsWith(':') && above.url === undefined) above.url = line
    else found.push({ text: line, url: line })
  }
  return found
}

function Line({ text, url }: TextLine) {
  if (url === undefined) return text
  const [, before = '', name = text] = /^(.*[.!?] )?(.+):$/.exec(text) ?? []
  return (
    <>
      {before}
      <a href={url} {...themedStyle('link', {})}>
        {text === url ? url : name}
      </a>
    </>
  )
}

const inset = 22

/** Page around the card, and the card: as wide as the phone, and never wider than a column of text. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <Cells style={{ width: '100%' }}>
      <td {...themedStyle('page', { padding: '20px 12px' })}>
        <div
          {...themedStyle('card', {
            maxWidth: 480,
            margin: '0 auto',
            borderRadius: 18,
            borderWidth: 1,
            borderStyle: 'solid',
            overflow: 'hidden',
          })}
        >
          {children}
        </div>
      </td>
    </Cells>
  )
}

/**
 * Text that a list of mails and a locked screen show after the subject. The blanks prevent the body from being shown there. It is hidden by its
 * `display` only: spam filters count letters of one pixel, or without a colour, against a mail.
 */
export function Preheader({ text }: { text: string }) {
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden' }
  return <div style={hidden}>{text + '\u2007\u034f '.repeat(90)}</div>
}

/** Logo, drawn with HTML: an image would be blocked until the recipient trusts us. */
export function Brand() {
  const shape = { fontSize: 0, lineHeight: 0 }
  const sun = { ...shape, width: 24, height: 12, margin: '0 auto 2px', borderRadius: '12px 12px 0 0' }
  const name = { fontSize: 22, lineHeight: '28px', fontWeight: 700, letterSpacing: '-0.02em' }
  return (
    <div
      {...themedStyle('rule', {
        padding: `18px ${inset}px`,
        borderBottomWidth: 1,
        borderBottomStyle: 'solid',
      })}
    >
      <Cells>
        <td style={{ padding: 0 }}>
          <div style={{ ...sun, background: light.sol }} />
          <div {...themedStyle('fill', { ...shape, width: 32, height: 3, borderRadius: 2 })} />
        </td>
        <td {...themedStyle('text', { ...name, paddingLeft: 10 })}>Recomeço</td>
      </Cells>
    </div>
  )
}

export function Body({ children }: { children: ReactNode }) {
  return <div style={{ padding: `24px ${inset}px 26px` }}>{children}</div>
}

export function Title({ text }: { text: string }) {
  const style: CSSProperties = {
    margin: 0,
    fontSize: 25,
    lineHeight: '30px',
    fontWeight: 700,
    letterSpacing: '-0.018em',
    overflowWrap: 'anywhere',
  }
  return <h1 {...themedStyle('text', style)}>{text}</h1>
}

export function Paragraph({
  text,
  tone = 'text',
  style,
  links,
}: {
  text: string
  tone?: Role
  style?: CSSProperties
  /** Our own addresses that may occur in the text. */
  links?: readonly string[]
}) {
  const all: CSSProperties = {
    margin: '14px 0 0',
    fontSize: 17,
    lineHeight: '26px',
    overflowWrap: 'anywhere',
    ...style,
  }
  return (
    <p {...themedStyle(tone, all)}>
      <Broken text={text} {...(links && { links })} />
    </p>
  )
}

/** Useful information that requires no action. */
export function Note({ text, links }: { text: string; links: readonly string[] }) {
  return (
    <Paragraph
      text={text}
      links={links}
      tone="soft"
      style={{ margin: '16px 0 0', fontSize: 15, lineHeight: '22px' }}
    />
  )
}

/** Text written by a member of the team. */
export function Quote({ label, value }: Labelled) {
  const line = { borderLeftWidth: 3, borderLeftStyle: 'solid' } as const
  return (
    <div {...themedStyle('rule', { margin: '18px 0 0', padding: '2px 0 2px 14px', ...line })}>
      <Paragraph text={label} tone="faint" style={{ margin: 0, fontSize: 15, lineHeight: '22px' }} />
      <Paragraph text={value} style={{ margin: '2px 0 0' }} />
    </div>
  )
}

export function Code({ text }: { text: string }) {
  const style = {
    margin: '18px 0 0',
    fontSize: 34,
    lineHeight: '42px',
    fontWeight: 700,
    letterSpacing: '0.06em',
  }
  return <p {...themedStyle('text', style)}>{text}</p>
}

/** Maximum length of a label that is kept on one line. */
const shortLabel = 16

/** Facts to look up, such as order, amount and day, one per line. */
export function Facts({ facts }: { facts: readonly Labelled[] }) {
  const row: CSSProperties = {
    ...colour('rule'),
    padding: '11px 0',
    borderTopWidth: 1,
    borderTopStyle: 'solid',
    fontSize: 16,
    lineHeight: '23px',
    verticalAlign: 'top',
  }
  const name: CSSProperties = { ...row, textAlign: 'left', fontWeight: 400, paddingRight: 14 }
  const amount: CSSProperties = {
    ...row,
    textAlign: 'right',
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  }
  return (
    <table style={{ width: '100%', marginTop: 20, borderCollapse: 'separate', borderSpacing: 0 }}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th
              scope="row"
              className="soft rule"
              style={{
                ...colour('soft'),
                ...name,
                ...(label.length <= shortLabel && { whiteSpace: 'nowrap' }),
              }}
            >
              {label}
            </th>
            <td className="text rule" style={{ ...colour('text'), ...amount }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Button, as wide as the card. */
export function Action({ label, url }: MessageAction) {
  const link: CSSProperties = {
    display: 'block',
    padding: '14px 18px',
    fontSize: 17,
    lineHeight: '24px',
    fontWeight: 700,
    textAlign: 'center',
    textDecoration: 'none',
  }
  return (
    <div style={{ marginTop: 24 }}>
      <Cells style={{ width: '100%' }}>
        <td {...themedStyle('fill', { padding: 0, borderRadius: 999 })}>
          <a href={url} {...themedStyle('label', link)}>
            {label}
          </a>
        </td>
      </Cells>
    </div>
  )
}

/** Address of the button, for recipients who cannot press it or want to read it first. */
export function Fallback({ url }: { url: string }) {
  return (
    <p
      {...themedStyle('faint', {
        margin: '14px 0 0',
        fontSize: 14,
        lineHeight: '20px',
        overflowWrap: 'anywhere',
      })}
    >
      O botão não abre? Copie este endereço:{' '}
      <a href={url} {...themedStyle('link', {})}>
        {url}
      </a>
    </p>
  )
}

/** Footer: what we never ask for, who the sender is, and how to verify that it is us. */
export function Foot({
  signature: { never, check, company },
  preferencesUrl,
}: {
  signature: Signature
  preferencesUrl: string | undefined
}) {
  const [name = '', cnpj = '', ...others] = company
  const style: CSSProperties = {
    padding: `18px ${inset}px 20px`,
    borderTopWidth: 1,
    borderTopStyle: 'solid',
    fontSize: 14,
    lineHeight: '21px',
    overflowWrap: 'anywhere',
  }
  return (
    <div {...themedStyle('foot', style)}>
      <strong>{never}</strong>
      <br />
      <Broken text={[check, `${name}, ${cnpj}`, ...others].join('\n')} />
      {preferencesUrl && (
        <div style={{ marginTop: 10 }}>
          <a href={preferencesUrl} {...themedStyle('link', {})}>
            {preferencesLabel}
          </a>
        </div>
      )}
    </div>
  )
}
