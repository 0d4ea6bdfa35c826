/** Kinds of messages that consultations send to buyers and the team. Stored with every message. */
export const consultationMessageKinds = [
  'consultation.paid',
  'consultation.for-team',
  'consultation.paid-twice',
  'consultation.money-changed',
  'consultation.delivered',
  'consultation.corrected',
  'consultation.link',
  'consultation.code',
  'consultation.refunding',
] as const
export type ConsultationMessageKind = (typeof consultationMessageKinds)[number]
