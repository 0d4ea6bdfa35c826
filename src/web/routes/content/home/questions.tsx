import { noResultNoFee } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.questions

/** Customers' questions with answers. */
export function Questions() {
  const answers = [
    ...copy.answers,
    { question: copy.guarantee, answer: `${noResultNoFee.value}. ${noResultNoFee.text}` },
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
