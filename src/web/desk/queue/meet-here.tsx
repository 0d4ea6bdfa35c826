import { type ComponentType, useEffect, useState } from 'react'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import type { QueueData } from './queue-screen.tsx'

/**
 * Form of the order's page for an obligation that can be met beside the list. It is loaded automatically; until then there is the
 * link to the order's page.
 */
export function MeetHere({ item: { kind, orderId } }: { item: NonNullable<QueueData['item']> }) {
  const [loaded, setLoaded] = useState<{ Form: ComponentType<{ orderId: string }> }>()
  const isContact = kind === 'order.contact'
  useEffect(() => {
    if (isContact) import('../orders/contact-form.tsx').then(({ ContactForm: Form }) => setLoaded({ Form }))
  }, [isContact])
  if (!loaded || !isContact || !orderId) return null
  return (
    <details className="desk-do" open>
      <summary>{copy.kinds[kind]}</summary>
      <loaded.Form orderId={orderId} />
    </details>
  )
}
