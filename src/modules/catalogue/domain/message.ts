import { type MessageTexts, releaseTexts, type Wording } from '../../../core/message-wording.ts'

/** A message to customers, in the words that hold. */
export interface Message {
  /** 'receipt-made': its kind, as subjects are named. */
  id: string
  /** 'receipt.made'. */
  kind: string
  /** What the release says, and what other words may not leave out. */
  wording: Wording
  texts: MessageTexts
}

/** The messages of the release. @param wordings by kind */
export function messagesOf(wordings: Readonly<Record<string, Wording>>): readonly Message[] {
  return Object.entries(wordings).map(([kind, wording]) => ({
    ...{ id: messageId(kind), kind, wording, texts: releaseTexts(wording) },
  }))
}

export function messageId(kind: string): string {
  return kind.replace(/[._]/g, '-')
}
