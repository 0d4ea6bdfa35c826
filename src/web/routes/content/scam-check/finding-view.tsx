import { formatBRL } from '../../../../core/money.ts'
import type { Finding, Verdict } from '../../../../modules/authenticity/public.ts'
import { scamCheckCopy as copy } from '../../../copy/scam-check.ts'
import { DataList } from '../../../ui/data-list.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const looks: Record<Verdict, { tone: string; icon: IconName }> = {
  ours: { tone: 'success', icon: 'shield' },
  not_ours: { tone: 'destructive', icon: 'warning' },
  unknown: { tone: 'now', icon: 'search' },
}

/** The verdict, the reason, and what to do. */
export function FindingView({ finding }: { finding: Finding }) {
  const { verdict, kind, reason, disguises } = finding
  const { tone, icon } = looks[verdict]
  const { title, steps } = copy.next[verdict]
  return (
    <section id="resultado" className="finding" role="status" aria-labelledby="veredito">
      <div className={`callout callout-${tone}`}>
        <h2 id="veredito" className="finding-verdict">
          <Icon name={icon} size={30} />
          <span>
            <span className="sr-only">{copy.kinds[kind]}: </span>
            {copy.verdicts[verdict]}
          </span>
        </h2>
        <p>{copy.reasons[reason]}</p>
        {disguises.length > 0 && (
          <ul className="finding-disguises">
            {disguises.map((disguise) => (
              <li key={disguise}>{copy.disguises[disguise]}</li>
            ))}
          </ul>
        )}
      </div>
      <Facts finding={finding} />
      <h3>{title}</h3>
      <ul className="finding-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  )
}

/** Target of a link; contents of a code, from any issuer. */
function Facts({ finding: { leadsTo, contents } }: { finding: Finding }) {
  const facts = [
    ...(leadsTo ? [{ term: copy.leadsTo, value: <b>{leadsTo}</b> }] : []),
    ...(contents ? [{ term: copy.receiver, value: <bdi>{contents.receiver}</bdi> }] : []),
    ...(contents?.key ? [{ term: copy.key, value: <bdi>{contents.key}</bdi> }] : []),
    ...(contents?.amount === undefined ? [] : [{ term: copy.amount, value: formatBRL(contents.amount) }]),
  ]
  return facts.length > 0 && <DataList items={facts} />
}
