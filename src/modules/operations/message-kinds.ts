/** Kinds of message with which the running system requests the team's help. Stored with every message. */
export const operationsMessageKinds = [
  'operations.clock',
  'operations.dead-letters',
  'operations.failed-messages',
  'operations.certificate',
  'operations.disk',
  'operations.files',
  'operations.forgotten',
  'operations.security',
  'operations.day',
] as const
export type OperationsMessageKind = (typeof operationsMessageKinds)[number]
