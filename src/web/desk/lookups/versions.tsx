import { useFetcher } from 'react-router'
import { formatInstant } from '../../../core/calendar.ts'
import { sizeText } from '../../../core/text.ts'
import { CORRECTION_MAX } from '../../../modules/consultations/public.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { documentsCopy } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import type { action } from '../../routes/desk/lookup.tsx'
import { type DeskAnswer, type FoundData, readFound } from '../answers.ts'
import { LineControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import { Key } from '../key.tsx'
import { ResultFields } from './deliver-form.tsx'
import type { LookupData } from './lookup-screen.tsx'

type Version = LookupData['results'][number]

/** Delivered versions, newest first, and the form for a correction. */
export function Versions({ data, answer }: { data: LookupData; answer: DeskAnswer | undefined }) {
  const { rights } = useFrame()
  return (
    <section aria-labelledby="entregue">
      <h2 id="entregue">{copy.versions}</h2>
      <ul className="desk-path">
        {data.results.map((version) => (
          <VersionRow key={version.id} data={data} version={version} answer={answer} />
        ))}
      </ul>
      {rights.includes('lookup.deliver') && data.status === 'delivered' && (
        <details className="desk-do">
          <summary data-key="e">
            {copy.correct.title} <Key>E</Key>
          </summary>
          <DeskForm intent="deliver" fields={{ versao: data.version }} className="desk-form" upload>
            <label>
              {copy.correct.change}
              <LineControl name="mudou" required minLength={3} maxLength={CORRECTION_MAX} />
            </label>
            <ResultFields />
            <button type="submit" className="btn btn-primary btn-small">
              {copy.correct.go}
            </button>
          </DeskForm>
        </details>
      )}
    </section>
  )
}

/** One version. Its text is fetched when a member opens it; that is recorded. */
function VersionRow({
  data: { id },
  version,
  answer,
}: {
  data: LookupData
  version: Version
  answer: DeskAnswer | undefined
}) {
  const fetcher = useFetcher<DeskAnswer>()
  const { rights } = useFrame()
  const given = fetcher.data ?? answer
  const found = readFound<FoundData<typeof action, 'open-result'>>(given)
  const opened = found?.resultId === version.id ? found : undefined
  const has = [
    version.hasText && copy.has.text,
    version.file && `${documentsCopy.types[version.file.mediaType]}, ${sizeText(version.file.size)}`,
  ].filter(Boolean)
  return (
    <li>
      <span className="desk-dot is-done" aria-hidden="true" />
      <span>
        <b>{copy.version(version.version)}</b>
        <span className="desk-sub desk-whole">
          {formatInstant(version.deliveredAt)}, {copy.by(version.source)}
          {version.erasedAt
            ? ` · ${copy.erasedAt(version.erasedAt)}`
            : has.length > 0 && ` · ${has.join(' · ')}`}
        </span>
        {version.correction && <span className="desk-quote">“{version.correction}”</span>}
        {opened?.text && <span className="desk-text">{opened.text}</span>}
      </span>
      {!version.erasedAt && rights.includes('lookup.open') && (
        <span className="desk-acts">
          {version.hasText && !opened && (
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="open-result" />
              <input type="hidden" name="resultado" value={version.id} />
              <button type="submit" className="btn btn-ghost btn-small">
                {copy.open}
              </button>
            </fetcher.Form>
          )}
          {version.file && (
            <a className="btn btn-ghost btn-small" href={paths.deskLookupFile(id, version.id)} download>
              {copy.download}
            </a>
          )}
        </span>
      )}
    </li>
  )
}
