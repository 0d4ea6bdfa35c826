import { useFetcher } from 'react-router'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import type { action } from '../../routes/desk/lookup.tsx'
import { type DeskAnswer, type FoundData, readFound } from '../answers.ts'
import { Fact } from '../fact.tsx'
import { shortMoment } from '../moment.ts'
import { RevealForm } from '../reveal-form.tsx'
import type { LookupData } from './lookup-screen.tsx'

/**
 * The person that the look-up is about. Unmasked data exists only in this browser's memory and is discarded when the screen
 * closes.
 */
export function Subject({ data, answer }: { data: LookupData; answer: DeskAnswer | undefined }) {
  const fetcher = useFetcher<DeskAnswer>()
  const given = fetcher.data ?? answer
  const shown = readFound<FoundData<typeof action, 'reveal'>>(given)?.subject
  const { name, cpf, phone, email } = shown ?? data
  return (
    <section aria-labelledby="de-quem">
      <h2 id="de-quem">{copy.subject}</h2>
      <dl className="desk-facts">
        <Fact term={copy.facts.name}>{name}</Fact>
        <Fact term={copy.facts.cpf}>{cpf}</Fact>
        <Fact term={copy.facts.phone}>{phone}</Fact>
        <Fact term={copy.facts.email}>{email ?? copy.none}</Fact>
        <Fact term={copy.facts.buyer}>{data.isGuest ? copy.guest : copy.account}</Fact>
        <Fact term={copy.facts.declared}>{shortMoment(data.declaration.at)}</Fact>
      </dl>
      <div aria-live="polite">{shown && <p className="desk-hint">{copy.showing}</p>}</div>
      {!shown && <RevealForm fetcher={fetcher} label={copy.show} />}
    </section>
  )
}
