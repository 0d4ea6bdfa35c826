import type { Service } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { Money } from '../../../ui/money.tsx'
import { Steps, type StepView } from '../../../ui/steps.tsx'

const copy = landingCopy.order

/** Example of a tracked order, with the amounts of the popular plan: transparency is the selling point. */
export function ExampleOrder({ service }: { service: Service }) {
  const plan = service.plans.find(({ popular }) => popular) ?? service.plans.at(-1)
  const [first, , sending, , last] = service.stepTemplate
  const steps: StepView[] = [
    { title: copy.accepted, text: copy.acceptedText, when: copy.day(1), state: 'done' },
    {
      title: copy.entry,
      text: <Money amount={plan?.entry ?? plan?.instalments[0] ?? 0} />,
      when: copy.day(1),
      state: 'done',
    },
    { title: first?.name, when: copy.day(4), state: 'done' },
    { title: sending?.name, text: copy.nowText, when: copy.today, state: 'now' },
    {
      title: last?.name,
      text: copy.lastText,
      when: copy.until(service.promise.deadline.days),
      state: 'todo',
    },
  ]
  return (
    <aside className="card" aria-label={copy.label}>
      <p className="order-head">
        <b className="display text-h3">{service.title}</b>
        <span className="note">{copy.tag}</span>
      </p>
      <Steps steps={steps} />
      <p className="order-foot num">
        <span>
          {copy.next}{' '}
          <b>
            <Money amount={plan?.instalments[0] ?? 0} />
          </b>
        </span>
        <span>{copy.due}</span>
      </p>
    </aside>
  )
}
