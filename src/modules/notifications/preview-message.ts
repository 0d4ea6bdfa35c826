import type { NotificationsDeps } from './deps.ts'
import { shortText, type WrittenMessage } from './domain/content.ts'
import { linksIn } from './domain/links.ts'
import { isOptional } from './domain/manners.ts'
import { withSignature } from './domain/signature.ts'
import { mannerOf } from './guard.ts'
import { worded } from './send.ts'

/**
 * Renders a message without sending it: its subject, its e-mail, and the text that WhatsApp would show.
 *
 * @param message.isWhole WhatsApp shows all of it
 */
export function previewMessage(
  deps: Pick<NotificationsDeps, 'manners' | 'publicUrl' | 'renderMail' | 'sender' | 'links'>,
  {
    kind,
    message: { subject, text, content },
    isWhole = false,
  }: { kind: string; message: WrittenMessage; isWhole?: boolean },
): { subject: string; html: string; whatsapp: string } {
  const { publicUrl, sender, links } = deps
  const linksOf = (words: string) => linksIn(words, publicUrl)
  const mail = worded({ kind, subject, text }, { channel: 'email', links: linksOf(text) }, deps)
  const short = isWhole ? text : shortText(content)
  const chat = worded({ kind, subject, text: short }, { channel: 'whatsapp', links: linksOf(short) }, deps)
  const { topic } = mannerOf(kind, deps)
  return {
    subject: mail.subject,
    html: deps.renderMail({
      subject: mail.subject,
      text,
      links: linksOf(text),
      content,
      ...(isOptional(topic) && { preferencesUrl: links.preferences('exemplo') }),
    }),
    whatsapp: withSignature(chat.text, 'whatsapp', { sender: sender(), publicUrl }),
  }
}
