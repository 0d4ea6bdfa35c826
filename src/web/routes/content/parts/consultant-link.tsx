import type { Service } from '../../../../modules/catalogue/public.ts'
import { whatsappAbout } from '../../../copy/whatsapp.ts'
import { type ButtonTone, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useCompany } from '../../../ui/use-company.ts'

/** A link to a WhatsApp chat with a consultant; the message names the service. */
export function ConsultantLink({
  service,
  label,
  tone = 'quiet',
}: {
  service: Service
  label: string
  tone?: ButtonTone
}) {
  const { phone } = useCompany()
  return (
    <LinkButton href={whatsappAbout(phone, service.title)} tone={tone} newTab>
      <Icon name="whatsapp" />
      {label}
    </LinkButton>
  )
}
