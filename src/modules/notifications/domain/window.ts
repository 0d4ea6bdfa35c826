import { DAY, MINUTE } from '../../../core/durations.ts'

/** How long after a person's last message WhatsApp allows a business to send free text. */
export const windowMs = DAY

/** A message in transit when the window closes would be rejected. */
const marginMs = 2 * MINUTE

/** Whether a person wrote recently enough to be answered without a template. */
export function isWindowOpen(lastInboundAt: Date | null | undefined, now: Date): boolean {
  return lastInboundAt != null && now.getTime() - lastInboundAt.getTime() < windowMs - marginMs
}
