import type { Clock } from '../clock.ts'
import { nameOf } from './api.ts'
import type { Faults } from './faults.ts'
import { type Change, createNotices, type Notices } from './notices.ts'
import { emptyState, type MessageStatus, type PhoneMessage, type State } from './state.ts'

export interface AccountSettings {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  /** URL to which notices are sent. */
  webhookUrl: string
}

/** Business account, and the phones of all its customers. */
export interface Account {
  readonly settings: AccountSettings
  readonly state: State
  readonly clock: Clock
  readonly notices: Notices
  faults: Faults
  random(): number
  newId(): string
  /** Accepts a message: it is delivered at once if possible, else it fails. Notices report both. */
  take(message: PhoneMessage): void
  /** Changes the status of a message, or marks it as failed. */
  move(message: PhoneMessage, status: MessageStatus, code?: number): void
  /** Receives what the person on the phone writes. */
  hear(answer: { from: string; text: string; name?: string; type?: string; repliesTo?: string }): void
  /** Simulates Meta's decision about a template. */
  decideTemplate(name: string, status: string): void
  reset(): void
}

export function createAccount({
  settings,
  clock,
  random = Math.random,
}: {
  settings: AccountSettings
  clock: Clock
  random?: () => number
}): Account {
  const metadata = { display_phone_number: '5548999990000', phone_number_id: settings.phoneNumberId }
  const seconds = () => String(Math.floor(clock.now().getTime() / 1000))
  const messagesChange = (value: object): Change => ({
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata, ...value },
  })
  const statusChange = ({ wamid, to, opaque }: PhoneMessage, status: MessageStatus, code?: number) =>
    messagesChange({
      statuses: [
        {
          id: wamid,
          status,
          timestamp: seconds(),
          recipient_id: to,
          ...(opaque !== undefined && { biz_opaque_callback_data: opaque }),
          ...(status === 'failed'
            ? { errors: [{ code, title: nameOf(code ?? 131000), message: nameOf(code ?? 131000) }] }
            : { pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' } }),
        },
      ],
    })
  const account: Account = {
    settings,
    state: emptyState(),
    clock,
    notices: createNotices({ ...settings, url: settings.webhookUrl, clock, faultsOf: () => account.faults }),
    faults: {},
    random,
    newId: () => `wamid.HBgNDOUBLE${String(++account.state.ids).padStart(8, '0')}${seconds()}`,

    take(message) {
      account.state.messages.push(message)
      if (message.code !== undefined) return account.move(message, 'failed', message.code)
      message.status = 'delivered'
      account.notices.send([statusChange(message, 'sent'), statusChange(message, 'delivered')])
    },

    move(message, status, code) {
      message.status = status
      message.code = code
      account.notices.send([statusChange(message, status, code)])
    },

    hear({ from, text, name = 'Cliente', type = 'text', repliesTo }) {
      const wamid = account.newId()
      account.state.answers.push({ wamid, from, text, type, at: clock.now().toISOString() })
      const content =
        type === 'text' ? { text: { body: text } } : { [type]: { id: '1', mime_type: 'image/jpeg' } }
      account.notices.send([
        messagesChange({
          contacts: [{ profile: { name }, wa_id: from }],
          messages: [
            {
              from,
              id: wamid,
              timestamp: seconds(),
              type,
              ...content,
              ...(repliesTo && { context: { from: metadata.display_phone_number, id: repliesTo } }),
            },
          ],
        }),
      ])
    },

    decideTemplate(name, status) {
      const known = account.state.templates.get(name)
      if (!known) return
      known.status = status
      account.notices.send([
        {
          field: 'message_template_status_update',
          value: {
            event: status,
            message_template_id: 1_600_000_000,
            message_template_name: name,
            message_template_language: 'pt_BR',
            reason: 'NONE',
            message_template_category: 'UTILITY',
          },
        },
      ])
    },

    reset() {
      const { ids } = account.state
      Object.assign(account.state, emptyState(), { ids })
      account.faults = {}
    },
  }
  return account
}
