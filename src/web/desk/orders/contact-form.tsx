import { contactChannels, MAX_WORDS_LENGTH, MIN_WORDS_LENGTH } from '../../../modules/orders/public.ts'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import { SelectControl, TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'

/** Form that records a contact with the customer of an order; used on the order's page and beside the queue. */
export function ContactForm({ orderId }: { orderId: string }) {
  return (
    <DeskForm intent="contact" action={paths.deskOrder(orderId)} className="desk-form">
      <label>
        {copy.contactChannel}
        <SelectControl name="canal" defaultValue="whatsapp">
          {contactChannels.map((channel) => (
            <option key={channel} value={channel}>
              {copy.channels[channel]}
            </option>
          ))}
        </SelectControl>
      </label>
      <label>
        {copy.contactNote}
        <TextControl
          name="nota"
          required
          minLength={MIN_WORDS_LENGTH}
          maxLength={MAX_WORDS_LENGTH}
          rows={2}
        />
      </label>
      <button type="submit" className="btn btn-quiet btn-small">
        {copy.contactGo}
      </button>
    </DeskForm>
  )
}
