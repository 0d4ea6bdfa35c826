import type { NightLimitReminder } from '../../../modules/payments/public.ts'
import { nightLimitText } from '../../copy/payments.ts'
import { Icon } from '../icon.tsx'
import { nonBreaking } from '../non-breaking.ts'

/** Reminder that banks limit Pix at night. */
export function NightLimit({ reminder }: { reminder: NightLimitReminder }) {
  return (
    <p className="night-limit">
      <Icon name="clock" size={20} />
      <span>{nonBreaking(nightLimitText(reminder))}</span>
    </p>
  )
}
