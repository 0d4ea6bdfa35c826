import type { ReactNode } from 'react'

export interface StepView {
  title: ReactNode
  text?: ReactNode
  /** At the right: a date, 'hoje'. */
  when?: ReactNode
  state: 'done' | 'now' | 'todo'
}

const spoken = { done: 'Concluído: ', now: 'Agora: ', todo: '' } as const

/** An order's path. The sun stands on the step that is happening. */
export function Steps({ steps, label }: { steps: readonly StepView[]; label?: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ title, text, when, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity of a step
        <li key={index} className={`step step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <div>
            <b>
              {spoken[state] && <span className="sr-only">{spoken[state]}</span>}
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

/** How something is done, numbered: the process of a service. */
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
