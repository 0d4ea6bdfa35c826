import type { ChargeMethod } from '../../../modules/payments/public.ts'
import { consultCopy, lookupCopy as copy } from '../../copy/consultations.ts'
import { SentForm } from '../../hydration/page.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'

/** Kind of the look-up and the masked CPF. */
export function Eyebrow({ title, cpf }: { title: string; cpf: string }) {
  return (
    <p className="eyebrow num">
      {title}, <span className="whitespace-nowrap">CPF {cpf}</span>
    </p>
  )
}

/** Button that switches between Pix and card; the previous charge is closed. */
export function OtherMethodButton({ path, now }: { path: string; now: ChargeMethod }) {
  const other = now === 'pix' ? 'credit_card' : 'pix'
  return (
    <SentForm action={path} className="mt-3">
      <Button name="intent" value={other} tone="ghost" block busyLabel={consultCopy.busy}>
        {other === 'pix' ? copy.usePix : copy.useCard}
      </Button>
    </SentForm>
  )
}

/** The private URL, which a guest needs to return to the page. */
export function PrivateUrl({ address }: { address: string }) {
  return (
    <section className="aside">
      <h2 className="text-h3">{copy.keep.title}</h2>
      <p className="mt-2 text-ink-2">{copy.keep.text}</p>
      <code className="code keep-address">{address}</code>
      <CopyButton text={address} label={copy.keep.copy} done={copy.keep.copied} tone="quiet" small />
    </section>
  )
}

export function HelpLink() {
  return (
    <p>
      <WhatsAppLink topic={{ text: copy.about }}>{copy.help}</WhatsAppLink>
    </p>
  )
}
