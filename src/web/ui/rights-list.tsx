/** Points of law, their names set large. For the night band. */
export function RightsList({ items }: { items: readonly { name: string; text?: string }[] }) {
  return (
    <ul className="rights">
      {items.map(({ name, text }) => (
        <li key={name}>
          <h3>{name}</h3>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}
