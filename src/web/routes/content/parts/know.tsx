import { Section } from '../../../ui/section.tsx'

/** What a customer should know before hiring, beside its heading. */
export function Know({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Section band="sunk" tight>
      <div className="pair pair-top">
        <h2>{title}</h2>
        <ul className="know">
          {items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
