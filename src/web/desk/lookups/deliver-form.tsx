import { RESULT_TEXT_MAX } from '../../../modules/consultations/public.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Key } from '../key.tsx'
import type { LookupData } from './lookup-screen.tsx'

/** Returns the key of the fetcher that sends the form, because the form is unmounted once the result is delivered. */
export function deliveringKey({ id }: Pick<LookupData, 'id'>): string {
  return `deliver ${id}`
}

/** Form that uploads or pastes the result. The message to the buyer is described below the button. */
export function DeliverForm({ data }: { data: LookupData }) {
  return (
    <section aria-labelledby="entregar">
      <h2 id="entregar">{copy.deliver.title}</h2>
      <p className="desk-hint">{data.shows.join(' · ')}</p>
      <DeskForm
        intent="deliver"
        fields={{ versao: data.version }}
        className="desk-do desk-form"
        upload
        fetcherKey={deliveringKey(data)}
      >
        {({ isSending }) => (
          <>
            <ResultFields />
            <button
              type="submit"
              className="btn btn-primary btn-small"
              data-key="e"
              aria-keyshortcuts="E"
              disabled={isSending}
            >
              {isSending ? copy.deliver.sending : copy.deliver.go} <Key>E</Key>
            </button>
            <p className="desk-hint">{copy.deliver.notified(data.title)}</p>
          </>
        )}
      </DeskForm>
    </section>
  )
}

/** Controls for the text and the file of a result. */
export function ResultFields() {
  return (
    <>
      <label>
        {copy.deliver.text}
        <TextControl name="texto" rows={6} maxLength={RESULT_TEXT_MAX} />
      </label>
      <p className="desk-hint">{copy.deliver.textHint}</p>
      <label>
        {copy.deliver.file}
        <input className="control" type="file" name="arquivo" accept=".pdf,.jpg,.jpeg,.png" />
      </label>
    </>
  )
}
