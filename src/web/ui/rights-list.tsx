/** A list of legal rights. For the dark band. */
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
