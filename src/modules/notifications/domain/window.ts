import { DAY, MINUTE } from '../../../core/durations.ts'

/** How long after a person's last message WhatsApp lets a business write freely. */
export const windowMs = DAY

/** What is on its way when the window closes would be refused. */
const marginMs = 2 * MINUTE

/** Whether a person wrote so lately that they may be answered without a template. */
export function isWindowOpen(lastInboundAt: Date | null | undefined, now: Date): boolean {
  return lastInboundAt != null && now.getTime() - lastInboundAt.getTime() < windowMs - marginMs
}
