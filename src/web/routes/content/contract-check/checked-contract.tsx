import { formatInstant } from '../../../../core/calendar.ts'
import type { ContractCheck } from '../../../../modules/receipts/public.ts'
import { contractCheckCopy as copy } from '../../../copy/contract-check.ts'
import { DataList } from '../../../ui/data-list.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const looks: Record<ContractCheck['verdict'], { tone: string; icon: IconName }> = {
  ours: { tone: 'success', icon: 'shield' },
  pages_unknown: { tone: 'now', icon: 'search' },
  broken: { tone: 'destructive', icon: 'warning' },
  altered: { tone: 'destructive', icon: 'warning' },
  unknown: { tone: 'destructive', icon: 'warning' },
  unreadable: { tone: 'now', icon: 'search' },
}

/** The verdict, the reason, and the data of the contract: when it was accepted, and its seal. Contains no name. */
export function CheckedContract({ checked }: { checked: ContractCheck }) {
  const { tone, icon } = looks[checked.verdict]
  const isCode = checked.verdict === 'ours' && checked.seal === undefined
  const facts = [
    ...('acceptedAt' in checked ? [{ term: copy.acceptedAt, value: formatInstant(checked.acceptedAt) }] : []),
    ...(checked.verdict === 'ours' && checked.seal
      ? [{ term: copy.seal, value: copy.seals[checked.seal] }]
      : []),
  ]
  return (
    <section id="resultado" className="finding" role="status" aria-labelledby="veredito">
      <div className={`callout callout-${tone}`}>
        <h2 id="veredito" className="finding-verdict">
          <Icon name={icon} size={30} />
          <span>{isCode ? copy.codeOurs.title : copy.verdicts[checked.verdict]}</span>
        </h2>
        <p>{isCode ? copy.codeOurs.why : copy.why[checked.verdict]}</p>
      </div>
      {facts.length > 0 && <DataList items={facts} />}
    </section>
  )
}
