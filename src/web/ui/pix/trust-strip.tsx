import type { ChargeMethod } from '../../../modules/payments/public.ts'
import { trustCopy as copy, providerName } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../copy-button.tsx'
import { Icon, type IconName } from '../icon.tsx'

/** The receiver of a payment, as configured. */
export interface Receiver {
  legalName: string
  cnpj: string
  address: string
  pixKey: string
}

/** Information beside a payment: the receiver (CDC 42-A), the provider, how to check it, and data that are never requested. */
export function TrustStrip({
  receiver: { legalName, cnpj, address, pixKey },
  method,
  provider,
  withKey = false,
}: {
  receiver: Receiver
  method: ChargeMethod
  /** Name of the provider, as in a charge. */
  provider: string
  /** Shows the company's Pix key: only to customers with a contract. */
  withKey?: boolean
}) {
  const isPix = method === 'pix'
  const { check, through, direct } = isPix ? copy.pix : copy.card
  const name = providerName(provider)
  return (
    <section className="trust" aria-labelledby="quem-recebe">
      <h2 id="quem-recebe">{copy.title}</h2>
      <p className="trust-who">
        <b>{legalName}</b>
        <span className="num">
          {copy.cnpj} {cnpj}
        </span>
        <span>{address}</span>
      </p>
      <ul>
        <Assurance icon="user">{check}</Assurance>
        <Assurance icon="check">{name ? through(name) : direct}</Assurance>
        <Assurance icon="lock">{isPix ? copy.neverPix : copy.never}</Assurance>
      </ul>
      <a className="link-action" href={paths.scamCheck()}>
        {copy.doubt}
      </a>
      {withKey && isPix && (
        <details className="disclosure">
          <summary>{copy.key}</summary>
          <p className="note">{copy.keyText}</p>
          <p className="trust-key">
            <span className="sr-only">{copy.keyLabel}: </span>
            <b>{pixKey}</b>
            <CopyButton text={pixKey} label={copy.copyKey} done={copy.copiedKey} tone="quiet" small />
          </p>
        </details>
      )}
    </section>
  )
}

function Assurance({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <Icon name={icon} size={20} />
      {children}
    </li>
  )
}
