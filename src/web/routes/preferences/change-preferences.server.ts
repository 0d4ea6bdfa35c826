import type { App } from '../../../composition.ts'
import type {
  ChannelOption,
  ChannelPreferences,
  OptionalTopic,
  PreferencesOwner,
} from '../../../modules/notifications/public.ts'
import { channelOptions, optionalTopics } from '../../../modules/notifications/public.ts'
import { preferencesCopy as copy } from '../../copy/preferences.ts'
import type { Toast } from '../../session/toasts.server.ts'

/**
 * Handles the posted form of both preference pages.
 *
 * @returns the toast to show; undefined for an invalid link
 */
export async function changePreferences(
  { notifications }: Pick<App, 'notifications'>,
  { owner, form }: { owner: PreferencesOwner; form: FormData },
): Promise<Toast | undefined> {
  const intent = form.get('intent')
  if (intent === 'stop') {
    const stopped = await notifications.stopMessages({ owner, topic: 'all' })
    return stopped.ok ? { tone: 'success', ...copy.stopped } : undefined
  }
  if (intent === 'revoke') {
    const revoked = await notifications.revokeWhatsappConsent({ owner })
    return revoked.ok ? { tone: 'success', ...copy.whatsapp.revoked } : undefined
  }
  const chosen = channelsIn(form)
  if (!chosen) return { tone: 'destructive', ...copy.invalid }
  const saved = await notifications.choosePreferences({ owner, channels: chosen })
  if (saved.ok) return { tone: 'success', ...copy.saved }
  return saved.code === 'no_consent' ? { tone: 'destructive', ...copy.noConsent } : undefined
}

function channelsIn(form: FormData): ChannelPreferences | undefined {
  const read = optionalTopics.map(
    (topic) => [topic, channelOptions.find((option) => option === form.get(topic))] as const,
  )
  return read.every((pair): pair is [OptionalTopic, ChannelOption] => pair[1] !== undefined)
    ? (Object.fromEntries(read) as ChannelPreferences)
    : undefined
}
