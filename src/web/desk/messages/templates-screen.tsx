import { Link } from 'react-router'
import { templatesCopy as copy, templateReasonWords, templateStateWords } from '../../copy/desk-templates.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/templates.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { DeskForm } from '../desk-form.tsx'

type TemplatesData = ScreenData<typeof loader>

const bad = ['REJECTED', 'PAUSED', 'DISABLED']

/** List of the templates for WhatsApp messages outside the 24 hours, with whether Meta approved each of them. */
export function TemplatesScreen({ data }: { data: TemplatesData }) {
  const hasGeneral = data.templates.some(({ name, status }) => name === 'aviso' && status === 'APPROVED')
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      <p>{copy.lead}</p>
      {!data.canListTemplates && <p className="desk-hint">{copy.notAsked}</p>}
      {data.canListTemplates && !hasGeneral && <p className="desk-problem">{copy.noGeneral}</p>}
      <ul className="desk-lines">
        {data.templates.map(({ name, body, status, reason, said }) => (
          <li key={name} className="desk-wrap">
            <span>
              <b>{name}</b>
              <span className="desk-sub desk-whole">
                {[copy.uses[name], said && copy.saidAt(said)].filter(Boolean).join(' · ')}
              </span>
              <span className="desk-sub desk-whole">“{body}”</span>
              {reason && (
                <span className="desk-sub desk-whole">{copy.reason(templateReasonWords(reason))}</span>
              )}
              {data.canListTemplates && status !== 'APPROVED' && status !== 'PENDING' && (
                <span className="desk-sub desk-whole">{copy.howTo}</span>
              )}
            </span>
            <span
              className={cx(
                'desk-pill desk-whole',
                status === 'APPROVED' && 'is-ok',
                bad.includes(status ?? '') && 'is-bad',
              )}
            >
              {templateStateWords(status)}
            </span>
          </li>
        ))}
      </ul>
      {data.canListTemplates && (
        <DeskForm intent="ask" className="desk-form">
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.ask}
          </button>
        </DeskForm>
      )}
      <p>
        <Link to={paths.deskMessages()}>{copy.back}</Link>
      </p>
    </div>
  )
}
