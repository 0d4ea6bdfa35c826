import { noResultNoFee } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.questions

/** Customers' questions with answers. */
export function Questions() {
  const promise = noResultNoFee()
  const answers = [
    ...copy.answers,
    ...(promise ? [{ question: copy.guarantee, answer: `${promise.value}. ${promise.text}` }] : []),
  ]
  return (
    <Section title={copy.title}>
      <dl className="answers">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
