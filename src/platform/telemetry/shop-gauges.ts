import { Gauge, type Registry } from 'prom-client'

/** Gauges in `/metrics` about the shop itself, the same from each of its processes: help and labels by name. */
const shopGauges = {
  shop_orders: { help: 'Orders, by status', labels: ['status'] },
  shop_sold_centavos: { help: 'Sum of the prices of the orders, by status', labels: ['status'] },
  shop_received_centavos: {
    help: 'Money that came, by provider, with what was given back since',
    labels: ['provider'],
  },
  shop_refunded_centavos: { help: 'Money that was given back', labels: [] },
  shop_overdue_instalments: { help: 'Instalments past their due date that are not paid', labels: [] },
  shop_overdue_centavos: { help: 'What they add up to', labels: [] },
  shop_waiting: {
    help: 'What the team owes or has to decide, by kind, counted up to a thousand',
    labels: ['kind'],
  },
  shop_waiting_oldest_seconds: { help: 'Since when the oldest of them is owed', labels: ['kind'] },
  shop_book_differences: {
    help: 'Days whose close differs from the provider and was not accepted',
    labels: [],
  },
  shop_messages: {
    help: 'Messages that wait, failed, or left in the last day, by status',
    labels: ['status'],
  },
  channel_refusing_seconds: {
    help: 'How long a channel has accepted no message, of those that were tried; 0 while it accepts them',
    labels: ['channel'],
  },
  jobs_waiting: { help: 'Jobs and rows that are due and not begun, by queue', labels: ['queue'] },
  jobs_oldest_seconds: { help: 'How long the oldest of them has waited', labels: ['queue'] },
  contract_evidence_breaches: {
    help: 'Breaches of the hash chains of signed contracts, when they were last verified',
    labels: [],
  },
  contract_evidence_age_seconds: { help: 'How long ago that was', labels: [] },
  certificate_expires_seconds: {
    help: 'Until when a certificate that must be renewed by hand is valid; negative once it has expired',
    labels: ['certificate'],
  },
  backup_age_seconds: { help: 'How old the last back-up by npm run backup is', labels: [] },
  backup_check_failed: { help: '1 if the last npm run restore -- --check found something wrong', labels: [] },
  backup_check_age_seconds: { help: 'How long ago that was', labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>

type ShopGauge = keyof typeof shopGauges

/** One value of a gauge. */
export interface Figure {
  name: ShopGauge
  labels?: Record<string, string>
  value: number
}

/** Milliseconds for which one reading is the response to every scrape, because it counts rows. */
const readingLasts = 30_000

/**
 * Exposes the figures of the shop, read on a scrape. If they cannot be read, for example without the database, the gauges are
 * empty and the other metrics remain available.
 */
export function watchShop(registry: Registry, read: () => Promise<readonly Figure[]>): void {
  let reading: Promise<readonly Figure[]> | undefined
  let readAt = 0
  const latest = () => {
    if (!reading || performance.now() - readAt > readingLasts) {
      readAt = performance.now()
      reading = read().catch(() => {
        reading = undefined
        return []
      })
    }
    return reading
  }
  for (const [name, { help, labels }] of Object.entries(shopGauges)) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const figures = await latest()
        this.reset()
        // A gauge without labels would otherwise report 0, a value that was not measured.
        if (labels.length === 0 && !figures.some((figure) => figure.name === name)) return this.remove()
        for (const figure of figures) if (figure.name === name) this.set(figure.labels ?? {}, figure.value)
      },
    })
  }
}
