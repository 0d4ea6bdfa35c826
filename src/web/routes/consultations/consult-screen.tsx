import type { MetaArgs } from 'react-router'
import { formatBRLShort } from '../../../core/money.ts'
import { type Consultation, type ConsultationId, consultationOf } from '../../../modules/catalogue/public.ts'
import { consultCopy as copy } from '../../copy/consultations.ts'
import type { FormFailure, FormValues } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Process } from '../../ui/steps.tsx'
import { ConsultForm } from './consult-form.tsx'

interface ScreenProps {
  loaderData: { values: FormValues }
  actionData?: FormFailure | undefined
}

/** Returns the page of one look-up: content, price, deadline and order form. */
export function consultScreen(kind: ConsultationId) {
  return function ConsultScreen({ loaderData, actionData }: ScreenProps) {
    const consultation = consultationOf(kind)
    const { title, summary, price, promise } = consultation
    return (
      <>
        <PageHeader eyebrow={title} title={copy.titles[kind]} lead={summary}>
          <p className="consult-price num">
            <Money amount={price} short size="amount" />
            <span>
              {copy.result} <b>{promise.text}</b> depois do pagamento
            </span>
          </p>
        </PageHeader>
        <div className="wrap pb-16">
          <div className="split">
            <section className="card">
              <h2 className="text-h3">{copy.formTitle}</h2>
              <ConsultForm
                consultation={consultation}
                values={actionData?.values ?? loaderData.values}
                errors={actionData?.errors ?? {}}
              />
            </section>
            <Details {...consultation} />
          </div>
        </div>
      </>
    )
  }
}

/** Explains what the customer gets, what happens next, and who may order. */
function Details({ shows, promise }: Consultation) {
  return (
    <aside className="consult-around">
      <section>
        <h2 className="text-h3">{copy.shows}</h2>
        <div className="mt-4">
          <Checklist items={shows} />
        </div>
      </section>
      <section>
        <h2 className="text-h3">{copy.nextTitle}</h2>
        <div className="mt-4">
          <Process steps={copy.next(promise.text)} />
        </div>
        <p className="note mt-4">
          {copy.once} {copy.late}
        </p>
      </section>
      <section>
        <h2 className="text-h3">{copy.whoTitle}</h2>
        <p className="mt-2 text-ink-2">{copy.who}</p>
      </section>
      <p>
        <a className="link-action" href={paths.lookupsDialog()}>
          {copy.back}
        </a>
      </p>
    </aside>
  )
}

export function consultMeta(kind: ConsultationId) {
  return ({ matches }: MetaArgs) => {
    const { title, summary, price, promise } = consultationOf(kind)
    const description = `${summary} ${formatBRLShort(price)}, pagos uma vez. Resultado ${promise.text} depois do pagamento.`
    return pageMeta(matches, { title, description, path: paths.consultation(kind) })
  }
}
