import { Section } from '../../../ui/section.tsx'

/** Facts that a customer should know before hiring. */
export function GoodToKnow({
  title,
  items,
  band = 'sunk',
}: {
  title: string
  items: readonly string[]
  band?: 'sunk' | 'paper'
}) {
  return (
    <Section band={band} tight>
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
