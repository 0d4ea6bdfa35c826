/** A process in one line on a wide screen, down the page on a phone. For the night band. */
export function ProcessWay({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="way">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
