import { useRef } from 'react'
import { MAX_WORDS } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import type { DeskAnswer } from '../answers.ts'
import { TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Key } from '../key.tsx'
import type { DocumentData } from './document-screen.tsx'

/** Returns the key of the fetcher that both forms share, because the submitted form is unmounted once the decision is made. */
export function reviewingKey({ id }: Pick<DocumentData, 'id'>): string {
  return `review ${id}`
}

/** Forms that accept the document, or request another one with a text that the customer reads. */
export function ReviewForms({ data, answer }: { data: DocumentData; answer: DeskAnswer | undefined }) {
  const words = useRef<HTMLTextAreaElement>(null)
  const fields = { versao: data.reviewVersion }
  const use = (reason: string) => {
    const area = words.current
    if (!area) return
    area.value = reason
    area.focus()
  }
  const forms = (
    <>
      {data.review !== 'accepted' && (
        <div className="desk-acts">
          <DeskForm intent="accept" fields={fields} fetcherKey={reviewingKey(data)}>
            {({ isSending }) => (
              <button
                type="submit"
                className="btn btn-primary btn-small"
                data-key="e"
                aria-keyshortcuts="E"
                disabled={isSending}
              >
                {isSending ? copy.accepting : copy.accept} <Key>E</Key>
              </button>
            )}
          </DeskForm>
        </div>
      )}
      {data.review !== 'rejected' && (
        <details className="desk-do" open={answer?.ok === false || undefined}>
          <summary data-key="x">
            {copy.reject} <Key>X</Key>
          </summary>
          <DeskForm intent="reject" fields={fields} className="desk-form" fetcherKey={reviewingKey(data)}>
            <label>
              {copy.words}
              <TextControl
                ref={words}
                name="palavras"
                required
                minLength={3}
                maxLength={MAX_WORDS}
                rows={3}
              />
            </label>
            <p className="desk-hint">{copy.wordsHint}</p>
            <ul className="desk-presets" aria-label={copy.presets}>
              {copy.reasons.map((reason) => (
                <li key={reason}>
                  <button type="button" onClick={() => use(reason)}>
                    {reason}
                  </button>
                </li>
              ))}
            </ul>
            <button type="submit" className="btn btn-primary btn-small">
              {copy.rejectGo}
            </button>
            <p className="desk-hint">{copy.notified}</p>
          </DeskForm>
        </details>
      )}
    </>
  )
  if (data.review === 'waiting') return <section>{forms}</section>
  return (
    <section>
      <p>{copy.decided[data.review]}</p>
      {data.rejection && <p className="desk-quote">“{data.rejection}”</p>}
      <details className="desk-do">
        <summary>{copy.change}</summary>
        {forms}
      </details>
    </section>
  )
}
