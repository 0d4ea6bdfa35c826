import { addDays, type IsoDate } from '../../../core/calendar.ts'
import { fileExtensions } from '../../../modules/documents/public.ts'
import { MANUAL_DAYS_BACK, MAX_MANUAL_PROTOCOL, manualChannels } from '../../../modules/payments/public.ts'
import { manualCopy as copy } from '../../copy/desk-manual.ts'
import { LineControl, SelectControl } from '../controls.tsx'
import { Reason } from '../reason.tsx'

const accepted = fileExtensions.map((extension) => `.${extension.toLowerCase()}`).join(',')

/** Controls for when and how money was received or paid outside the providers, and for its evidence: a number or a file. */
export function EvidenceFields({
  today,
  dayLabel,
  channelLabel,
}: {
  today: IsoDate
  dayLabel: string
  channelLabel: string
}) {
  return (
    <>
      <div className="desk-pair">
        <label>
          {dayLabel}
          <LineControl
            type="date"
            name="dia"
            required
            min={addDays(today, -MANUAL_DAYS_BACK)}
            max={today}
            defaultValue={today}
          />
        </label>
        <label>
          {channelLabel}
          <SelectControl name="canal" required defaultValue={manualChannels[0]}>
            {manualChannels.map((channel) => (
              <option key={channel} value={channel}>
                {copy.channels[channel]}
              </option>
            ))}
          </SelectControl>
        </label>
      </div>
      <div className="desk-pair">
        <label>
          {copy.protocol}
          <LineControl name="comprovante" maxLength={MAX_MANUAL_PROTOCOL} autoComplete="off" />
        </label>
        <label>
          {copy.file}
          <input className="control" type="file" name="arquivo" accept={accepted} />
        </label>
      </div>
      <Reason label={copy.reason} />
    </>
  )
}
