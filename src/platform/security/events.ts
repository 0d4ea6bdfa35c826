import { HOUR, MINUTE } from '../../core/durations.ts'
import { keysOf } from '../../core/records.ts'

/**
 * Threshold of an event above which the team is notified: more events within `ALARM_WINDOW` than mistakes and curiosity explain.
 */
interface SecurityEventKind {
  /** Maximum number that is normal in ten minutes; without it the event is only logged and counted. */
  alarmAbove?: number
  /** Name of the events in Portuguese, for the team. */
  text?: string
}

/**
 * Recorded events of security and permissions, by name: log lines, the counter `security_events_total` and alarms use these
 * names.
 */
export const securityEvents = {
  'sign-in': {},
  'sign-in-failed': { alarmAbove: 200, text: 'entradas com senha errada' },
  'sign-in-slowed': { alarmAbove: 200, text: 'tentativas de entrada freadas pelo limite' },
  'account-attacked': { alarmAbove: 20, text: 'tentativas de entrada em contas sob ataque' },
  'password-changed': {},
  'phone-changed': {},
  'password-change-failed': { alarmAbove: 50, text: 'trocas de senha com a senha atual errada' },
  'recovery-requested': { alarmAbove: 200, text: 'pedidos de nova senha' },
  'recovery-slowed': { alarmAbove: 200, text: 'pedidos de nova senha freados pelo limite' },
  'recovery-completed': {},
  'recovery-link-refused': { alarmAbove: 50, text: 'links de nova senha inválidos' },
  'session-revoked': {},
  'second-factor': {},
  'second-factor-failed': { alarmAbove: 10, text: 'códigos errados no painel da equipe' },
  'second-factor-slowed': { alarmAbove: 5, text: 'tentativas de código freadas no painel da equipe' },
  'rights-changed': { alarmAbove: 0, text: 'mudanças de papel de uma conta' },
  'rights-refused': { alarmAbove: 5, text: 'atos da equipe recusados por falta de permissão' },
  'desk-search-slowed': {
    alarmAbove: 0,
    text: 'buscas por CPF, telefone ou e-mail freadas no painel: veja em Registro',
  },
  'foreign-id-refused': { alarmAbove: 20, text: 'pedidos de dados de outra pessoa, recusados' },
  'cross-site-refused': { alarmAbove: 100, text: 'formulários vindos de outro site, recusados' },
  'form-refused': { alarmAbove: 100, text: 'envios que nenhuma página nossa faz, recusados' },
  // Behind one address of a mobile carrier many people may be slowed down.
  'visitor-slowed': { alarmAbove: 500, text: 'pedidos freados por um limite' },
  // A provider sends a few for each payment, so that a wrong secret of a quiet shop exceeds it too.
  'webhook-forged': {
    alarmAbove: 3,
    text: 'avisos de provedores recusados: falsos, ou o segredo daqui não é o que o provedor usa',
  },
  'audit-log-broken': { alarmAbove: 0, text: 'quebras no registro da equipe: confira em Registro' },
  'contract-evidence-broken': { alarmAbove: 0, text: 'quebras nas provas dos contratos: veja em Registro' },
} as const satisfies Record<string, SecurityEventKind>

export type SecurityEvent = keyof typeof securityEvents

/** Period in which events are counted for an alarm, and minimum time between two alarms of one event, in milliseconds. */
export const ALARM_WINDOW = 10 * MINUTE
export const ALARM_PAUSE = HOUR

/** Checks whether an event can cause an alarm. */
export function isAlarming(event: SecurityEvent): boolean {
  return kindOf(event).alarmAbove !== undefined
}

/** Returns the events that exceed their threshold, with the text for the team about each. */
export function alarmsFor(
  counts: ReadonlyMap<string, number>,
): { event: SecurityEvent; count: number; text: string }[] {
  return keysOf(securityEvents).flatMap((event) => {
    const { alarmAbove, text = event } = kindOf(event)
    const count = counts.get(event) ?? 0
    return alarmAbove !== undefined && count > alarmAbove ? [{ event, count, text }] : []
  })
}

function kindOf(event: SecurityEvent): SecurityEventKind {
  return securityEvents[event]
}
