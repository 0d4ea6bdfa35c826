import { type MessageTexts, releaseTexts, type Wording } from '../../../core/message-wording.ts'

/** A message to customers, with the wording in force. */
export interface Message {
  /** Its kind as written in subjects: 'receipt-made'. */
  id: string
  /** 'receipt.made'. */
  kind: string
  /** The release's texts, and the names that edited texts must keep. */
  wording: Wording
  texts: MessageTexts
}

/** The messages of the release. @param wordings by kind */
export function messagesOf(wordings: Readonly<Record<string, Wording>>): readonly Message[] {
  return Object.entries(wordings).map(([kind, wording]) => ({
    id: messageId(kind),
    kind,
    wording,
    texts: releaseTexts(wording),
  }))
}

export function messageId(kind: string): string {
  return kind.replace(/[._]/g, '-')
}
