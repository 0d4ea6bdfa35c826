import { Section } from '../../../ui/section.tsx'

/** Questions with answers that unfold. The page's `meta` gets the same `answers`, for its structured data. */
export function Faq({
  title,
  answers,
}: {
  title: string
  answers: readonly { question: string; answer: string }[]
}) {
  return (
    <Section title={title} id="perguntas">
      <div className="faq">
        {answers.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
