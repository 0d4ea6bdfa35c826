import type { ReactNode } from 'react'
import { type WhatsAppTopic, whatsappLink } from '../copy/whatsapp.ts'
import { Icon } from './icon.tsx'
import { useCompany } from './use-company.ts'

interface WhatsAppLinkProps {
  /** A predefined message, or any text. */
  topic: WhatsAppTopic | { text: string }
  children: ReactNode
}

/** Opens a chat with the company in a new tab. */
export function WhatsAppLink({ topic, children }: WhatsAppLinkProps) {
  const { phone } = useCompany()
  return (
    <a className="link-action" href={whatsappLink(phone, topic)} target="_blank" rel="noopener">
      <Icon name="whatsapp" size={20} />
      {children}
    </a>
  )
}
