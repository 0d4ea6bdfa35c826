/** A message as the desk and the demonstration's page see it. */
export interface SentMessage {
  id: string
  to: string
  channel: 'email' | 'whatsapp'
  /** What it is about, as the module that sent it declares. */
  kind: string
  subject: string
  text: string
  /** Full URLs on this site found in the text. */
  links: string[]
  status: MessageStatus
  createdAt: Date
}

/** `kept`: no channel is configured, the message only exists here. `failed`: given up, a person must look. */
export type MessageStatus = 'queued' | 'sent' | 'failed' | 'kept'
