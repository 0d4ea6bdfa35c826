import { addDays } from '../../../core/calendar.ts'
import { fileExtensions } from '../../../modules/documents/public.ts'
import { MAX_PROTOCOL_LENGTH, MAX_WORDS_LENGTH, MIN_WORDS_LENGTH } from '../../../modules/orders/public.ts'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { LineControl, TextControl, TickControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Key } from '../key.tsx'
import { Reason } from '../reason.tsx'
import { completingKey, type Order, type Step } from './order-data.ts'

const accepted = fileExtensions.map((extension) => `.${extension.toLowerCase()}`).join(',')

/**
 * Form that completes a step, with its evidence and the text for the customer. After an undo it contains the previous values, to
 * be corrected.
 */
export function StepForm({ order, step, isLast }: { order: Order; step: Step; isLast: boolean }) {
  const { draft } = order
  return (
    <DeskForm
      key={`${step.number} ${draft?.words}`}
      intent="complete-step"
      className="desk-form"
      fields={{ etapa: step.number, nome: step.name, version: order.version }}
      upload
      fetcherKey={completingKey(order)}
    >
      {({ isSending }) => (
        <>
          <label>
            {copy.words}
            <TextControl
              name="palavras"
              required
              minLength={MIN_WORDS_LENGTH}
              maxLength={MAX_WORDS_LENGTH}
              rows={3}
              defaultValue={draft?.words}
              aria-describedby="palavras-dica"
            />
          </label>
          <p className="desk-hint" id="palavras-dica">
            {copy.wordsHint}
          </p>
          <div className="desk-order-evidence">
            <label>
              {copy.evidence}
              <LineControl
                name="protocolo"
                maxLength={MAX_PROTOCOL_LENGTH}
                autoComplete="off"
                defaultValue={draft?.protocol ?? ''}
              />
            </label>
            <label>
              {copy.file}
              <input className="control" type="file" name="arquivo" accept={accepted} />
            </label>
          </div>
          <label className="desk-order-check">
            <TickControl type="checkbox" name="mostrar" defaultChecked={draft?.isShared ?? true} />
            {copy.share}
          </label>
          <div className="desk-acts">
            <button
              type="submit"
              className="btn btn-primary btn-small"
              disabled={isSending}
              data-key="e"
              aria-keyshortcuts="E"
            >
              {isSending ? copy.completing : isLast ? copy.completeLast : copy.complete} <Key>E</Key>
            </button>
          </div>
        </>
      )}
    </DeskForm>
  )
}

/** Form that changes the due date of an open step, with a reason that the customer reads. */
export function DeadlineForm({ order, step, today }: { order: Order; step: Step; today: string }) {
  const isCurrent = order.steps.find(({ completedAt }) => completedAt === null) === step
  return (
    <details className="desk-order-more">
      <summary {...(isCurrent && { 'data-key': 'p', 'aria-keyshortcuts': 'P' })}>
        {copy.deadline} {isCurrent && <Key>P</Key>}
      </summary>
      <DeskForm
        intent="deadline"
        className="desk-form"
        fields={{ etapa: step.number, version: order.version }}
      >
        <label>
          {copy.deadlineTo}
          <LineControl
            type="date"
            name="ate"
            required
            min={today}
            max={addDays(today, 365)}
            defaultValue={step.dueOn && step.dueOn > today ? step.dueOn : today}
          />
        </label>
        <Reason label={copy.reason} maxLength={MAX_WORDS_LENGTH} />
        <button type="submit" className="btn btn-quiet btn-small">
          {copy.deadlineGo}
        </button>
      </DeskForm>
    </details>
  )
}
