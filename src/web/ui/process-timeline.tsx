/** A process as a timeline: horizontal on a wide screen, vertical on a phone. For the dark band. */
export function ProcessTimeline({ steps }: { steps: readonly { title: string; text: string }[] }) {
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
