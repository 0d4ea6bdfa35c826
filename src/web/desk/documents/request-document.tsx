import {
  type DocumentRequest,
  MAX_WORDS,
  requestableKinds,
  requestName,
  requestNames,
} from '../../../modules/documents/public.ts'
import { deskDocumentsCopy as copy } from '../../copy/desk-documents.ts'
import { SelectControl, TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'

/** List of the documents still requested from the customer, and the form that requests another one. */
export function RequestDocument({
  customerId,
  requests,
}: {
  customerId: string
  requests: readonly Pick<DocumentRequest, 'id' | 'kind' | 'note' | 'replaces'>[]
}) {
  const { rights } = useFrame()
  return (
    <section aria-labelledby="documentos-pedidos">
      <h2 id="documentos-pedidos">{copy.asked}</h2>
      {requests.length === 0 && <p className="desk-hint">{copy.noneRequested}</p>}
      <ul className="desk-path">
        {requests.map(({ id, kind, note, replaces }) => (
          <li key={id}>
            <span className="desk-dot" aria-hidden="true" />
            <span>
              {replaces ? copy.again(requestName(replaces)) : requestNames[kind]}
              {note && <span className="desk-sub desk-whole">{note}</span>}
              {rights.includes('document.close-request') && (
                <DeskForm intent="close-request" fields={{ cliente: customerId, pedido: id }}>
                  <button type="submit" className="link-action">
                    {copy.close}
                  </button>
                </DeskForm>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rights.includes('document.request') && (
        <details className="desk-do">
          <summary>{copy.ask}</summary>
          <DeskForm intent="ask" fields={{ cliente: customerId }} className="desk-form">
            <label>
              {copy.requestKind}
              <SelectControl name="tipo">
                {requestableKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {requestNames[kind]}
                  </option>
                ))}
              </SelectControl>
            </label>
            <label>
              {copy.requestWords}
              <TextControl name="palavras" maxLength={MAX_WORDS} rows={2} />
            </label>
            <button type="submit" className="btn btn-primary btn-small">
              {copy.requestGo}
            </button>
          </DeskForm>
        </details>
      )}
    </section>
  )
}
