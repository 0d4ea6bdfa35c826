import type { ReactNode } from 'react'

export interface StepView {
  title: ReactNode
  text?: ReactNode
  /** At the right: a date, 'hoje'. */
  when?: ReactNode
  state: 'done' | 'now' | 'todo'
}

const screenReaderPrefix = { done: 'Concluído: ', now: 'Agora: ', todo: '' } as const

/** The steps of an order. The sun marks the current one. */
export function Steps({ steps, label }: { steps: readonly StepView[]; label?: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ title, text, when, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity of a step
        <li key={index} className={`step step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <div>
            <b>
              {screenReaderPrefix[state] && <span className="sr-only">{screenReaderPrefix[state]}</span>}
              {title}
            </b>
            {text && <span>{text}</span>}
          </div>
          {when && <span className="step-when num">{when}</span>}
        </li>
      ))}
    </ol>
  )
}

/** The numbered process of a service. */
export function Process({ steps }: { steps: readonly { title: string; text?: string }[] }) {
  return (
    <ol className="process">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <div>
            <h3>{title}</h3>
            {text && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
