import { formatDateLong } from '../../../../core/calendar.ts'
import { type LegalBlock, type LegalDocument, type LegalSection, legalCopy } from '../../../copy/legal.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { LegalText } from './legal-text.tsx'

interface LegalPageProps {
  document: LegalDocument
  /** Link to the other legal page. */
  other: { href: string; label: string }
}

/** A legal text with a table of contents; each section starts with a summary. */
export function LegalPage({ document, other }: LegalPageProps) {
  const { title, lead, version, sections } = document
  return (
    <>
      <PageHeader title={title} lead={lead}>
        <p className="note">
          {legalCopy.version} <time dateTime={version}>{formatDateLong(version)}</time>
        </p>
      </PageHeader>
      <div className="wrap grid gap-10 pb-20 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
        <Contents sections={sections} />
        <div className="min-w-0">
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
          <p className="mt-12">
            <a className="link-action" href={other.href}>
              {other.label}
            </a>
          </p>
        </div>
      </div>
    </>
  )
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav
      className="self-start border-y border-line py-5 lg:sticky lg:top-24 lg:border-0 lg:py-0"
      aria-labelledby="nesta-pagina"
    >
      <h2 id="nesta-pagina" className="text-note font-semibold text-mata">
        {legalCopy.contents}
      </h2>
      <ol className="mt-2 sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }, index) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="flex gap-3 py-2 text-note leading-snug no-underline hover:underline lg:py-1.5"
            >
              <span className="num w-6 flex-none text-ink-3">{index + 1}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  const { id, title, short, blocks } = section
  return (
    <section id={id} className="mt-12 first:mt-0" aria-labelledby={`${id}-titulo`}>
      <Prose>
        <h2 id={`${id}-titulo`} className="mt-0">
          <span className="text-mata">{number}.</span> {title}
        </h2>
        <p className="rounded-m bg-mata-tint px-4 py-3">
          <b>{legalCopy.short}</b> {short}
        </p>
        {blocks.map((block) => (
          <Block key={JSON.stringify(block)} block={block} />
        ))}
      </Prose>
    </section>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LegalText text={block} />
      </p>
    )
  }
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((text) => (
          <li key={text}>
            <LegalText text={text} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className="border-t border-line">
      {block.rows.map(({ name, text }) => (
        <div
          key={name}
          className="gap-x-6 border-b border-line py-3 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{name}</dt>
          <dd className="wrap-anywhere text-ink-2">
            <LegalText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
