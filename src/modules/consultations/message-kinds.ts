/** What buyers of look-ups and the team are written to about. Stored with every message. */
export const consultationMessageKinds = [
  'consultation.paid',
  'consultation.for-team',
  'consultation.paid-twice',
] as const
export type ConsultationMessageKind = (typeof consultationMessageKinds)[number]
