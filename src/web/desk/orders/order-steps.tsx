import { formatInstant } from '../../../core/calendar.ts'
import { after, HOUR } from '../../../core/durations.ts'
import { isUnderWay, MAX_WORDS_LENGTH } from '../../../modules/orders/public.ts'
import { orderCopy as copy, untilWords } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { DeskForm } from '../desk-form.tsx'
import { Reason } from '../reason.tsx'
import { type OrderData, type PendingStep, type Step, useMay } from './order-data.ts'
import { DeadlineForm, StepForm } from './step-form.tsx'
import { UnsentWords, useUnsentWords } from './unsent-words.tsx'

/**
 * Steps of an order, with the form of the current step in its place. While a step is being completed it is shown as completed;
 * its form stays in the page, hidden, with the typed values, in case the server rejects it.
 */
export function OrderSteps({
  data,
  now,
  completing,
  current,
}: {
  data: OrderData
  now: Date
  completing: PendingStep | undefined
  current: number | undefined
}) {
  const may = useMay()
  const unsent = useUnsentWords(data.order)
  const { order, today } = data
  const isWorking = isUnderWay(order.status)
  const first = order.steps.find(({ completedAt }) => completedAt === null)?.number
  return (
    <ol className="desk-path desk-order-path">
      {order.steps.map((step) => {
        const isPending = step.number === completing?.stepNumber
        const isDone = step.completedAt !== null || isPending
        const isNow = isWorking && step.number === current
        return (
          <li key={step.number} aria-current={isNow ? 'step' : undefined}>
            <span className={cx('desk-dot', isDone ? 'is-done' : isNow && 'is-now')} />
            <div>
              <p className="desk-order-step">
                <b className={cx(!isDone && !isNow && 'is-later')}>
                  {isDone && <span className="desk-sr">{copy.done}</span>}
                  {isNow && <span className="desk-sr">{copy.now}</span>}
                  {step.name}
                </b>
                <span className="desk-hint">
                  {isPending ? copy.sending : !isDone && step.dueOn ? untilWords(step.dueOn, today) : ''}
                </span>
              </p>
              {isPending && !step.completion && <p className="desk-order-words">“{completing.words}”</p>}
              {step.completedAt && <Completed step={step} data={data} now={now} />}
              {step.completion && (
                <UnsentWords
                  words={unsent.of(step)}
                  by={data.names[step.completion.completedBy] || copy.colleague}
                  onDismiss={() => unsent.forget(step)}
                />
              )}
              {isWorking && step.number === first && may('order.step') && (
                <div className="desk-do" hidden={isPending} onInput={unsent.onInput}>
                  <StepForm order={order} step={step} isLast={step === order.steps.at(-1)} />
                </div>
              )}
              {isWorking && !isDone && (isNow || step === order.steps.at(-1)) && may('order.deadline') && (
                <DeadlineForm order={order} step={step} today={today} />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Details of a completed step: the text that the customer reads, the evidence, and the forms to undo or reopen it. */
function Completed({ step, data, now }: { step: Step; data: OrderData; now: Date }) {
  const may = useMay()
  const { order, names } = data
  const { completion, completedAt } = step
  const mayUndo =
    completion !== null &&
    completion.announcedAt === null &&
    completion.undoUntil > now &&
    may('order.undo-step')
  const canReopen = isUnderWay(order.status) || order.status === 'completed'
  const by = completion && (names[completion.completedBy] || copy.team)
  const facts = [
    by,
    completedAt && formatInstant(completedAt),
    completion?.protocol && `${copy.protocol} ${completion.protocol}`,
  ]
  return (
    <>
      {completion && <p className="desk-order-words">“{completion.words}”</p>}
      <p className="desk-hint">
        {facts.filter(Boolean).join(' · ')}
        {completion?.file && (
          <>
            {' · '}
            <a href={paths.deskEvidence(order.id, completion.file.id)} download>
              {completion.file.name}
            </a>
          </>
        )}
        {completion && !completion.isShared && ` · ${copy.hidden}`}
        {completion &&
          ` · ${notifiedText(completion, { now, isPossible: canReopen, isOff: data.hasProgressOff && step !== order.steps.at(-1) })}`}
      </p>
      {mayUndo ? (
        <DeskForm intent="undo-step" fields={{ completionId: completion.id }}>
          <button type="submit" className="desk-order-quiet">
            {copy.undo}
          </button>
        </DeskForm>
      ) : (
        canReopen &&
        may('order.reopen-step') && (
          <details className="desk-order-more">
            <summary>{copy.reopen}</summary>
            <DeskForm
              intent="reopen-step"
              className="desk-form"
              fields={{ etapa: step.number, version: order.version }}
            >
              <Reason label={copy.reason} maxLength={MAX_WORDS_LENGTH} />
              <button type="submit" className="btn btn-quiet btn-small">
                {copy.reopenGo}
              </button>
            </DeskForm>
          </details>
        )
      )}
    </>
  )
}

/** Returns whether the customer was notified of a step, in words; the last one is announced to everybody. Steps of an order that was cancelled or is on hold are never announced. */
function notifiedText(
  { announcedAt, undoUntil }: NonNullable<Step['completion']>,
  { now, isPossible, isOff }: { now: Date; isPossible: boolean; isOff: boolean },
): string {
  if (isOff && (announcedAt || isPossible)) return copy.progressOff
  if (announcedAt) return copy.notified(formatInstant(announcedAt))
  return isPossible && now < after(undoUntil, HOUR) ? copy.toBeNotified : copy.notNotified
}
