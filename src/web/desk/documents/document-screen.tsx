import { Link } from 'react-router'
import { formatInstant } from '../../../core/calendar.ts'
import { sizeText } from '../../../core/text.ts'
import { requestName } from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { documentsCopy } from '../../copy/documents.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/document.tsx'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { Fact } from '../fact.tsx'
import { useFrame } from '../frame.tsx'
import { NextLink } from '../next-link.tsx'
import { timeLeft } from '../queue/time-left.ts'
import { useNow } from '../queue/use-now.ts'
import { useAnnounceResult } from '../use-announce-result.ts'
import { Preview } from './preview.tsx'
import { RequestDocument } from './request-document.tsx'
import { ReviewForms, reviewingKey } from './review-forms.tsx'
import { ReviewPill } from './review-pill.tsx'

export type DocumentData = ScreenData<typeof loader>

/** Screen of a customer's document: the file on the left, the decision on the right. */
export function DocumentScreen({ data, answer }: { data: DocumentData; answer: DeskAnswer | undefined }) {
  const now = useNow(data.now)
  const { rights } = useFrame()
  useAnnounceResult(reviewingKey(data))
  return (
    <div className="desk-cols">
      <div className="desk-main">
        <p className="desk-hint">{copy.sent(formatInstant(data.createdAt))}</p>
        <div className="desk-tools">
          <h1 className="desk-break">{data.name}</h1>
          {data.nextId && <NextLink to={paths.deskDocument(data.nextId)} name={copy.next} />}
        </div>
        <p>
          <ReviewPill review={data.review} />{' '}
          {data.review === 'waiting' && (
            <span className={data.dueAt < now ? 'desk-pill is-bad' : 'desk-pill'}>
              {timeLeft(data.dueAt, now)}
            </span>
          )}
        </p>
        {rights.includes('document.open') && <Preview data={data} />}
      </div>
      <aside className="desk-pane">
        <dl className="desk-facts">
          <Fact term={copy.facts.person}>
            <Link to={paths.deskCustomer(data.userId)}>{data.person || copy.noName}</Link>
          </Fact>
          <Fact term={copy.facts.originalRequest}>
            {data.originalRequest && requestName(data.originalRequest)}
          </Fact>
          <Fact term={copy.facts.whose}>{copy.whose[data.personType]}</Fact>
          <Fact term={copy.facts.type}>{documentsCopy.types[data.mediaType]}</Fact>
          <Fact term={copy.facts.size}>{sizeText(data.size)}</Fact>
        </dl>
        {rights.includes('document.review') && <ReviewForms data={data} answer={answer} />}
        <RequestDocument customerId={data.userId} requests={data.requests} />
        <section aria-labelledby="outros">
          <h2 id="outros">{copy.others}</h2>
          {data.others.length === 0 && <p className="desk-hint">{copy.noOthers}</p>}
          <ul className="desk-path">
            {data.others.map(({ id, name, review, createdAt }) => (
              <li key={id}>
                <span
                  className={review === 'accepted' ? 'desk-dot is-done' : 'desk-dot'}
                  aria-hidden="true"
                />
                <span>
                  <Link className="desk-break" to={paths.deskDocument(id)}>
                    {name}
                  </Link>
                  <span className="desk-sub">{formatInstant(createdAt)}</span>
                </span>
                <ReviewPill review={review} />
              </li>
            ))}
          </ul>
        </section>
      </aside>
    </div>
  )
}
