import type { ReactNode } from 'react'
import type { Preferences } from '../../../modules/notifications/public.ts'
import { channelOptions, optionalTopics } from '../../../modules/notifications/public.ts'
import { preferencesCopy as copy } from '../../copy/preferences.ts'
import { AccountField } from '../../ui/account-field.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'

/** A choice of channel for each topic, followed by the topics that cannot be switched off. */
export function PreferencesForm({
  preferences,
  action,
  children,
}: {
  preferences: Pick<Preferences, 'channels'> & { hasWhatsapp: boolean }
  /** URL of the form's action. */
  action: string
  /** Content about WhatsApp. */
  children?: ReactNode
}) {
  const offered = channelOptions.filter((option) => option !== 'whatsapp' || preferences.hasWhatsapp)
  return (
    <div className="wrap pb-16 grid gap-10">
      <form method="post" action={action} className="form max-w-read">
        <AccountField />
        {optionalTopics.map((topic) => (
          <ChoiceGroup
            key={topic}
            name={topic}
            legend={
              <>
                {copy.topics[topic].title}
                <small className="note block font-normal">{copy.topics[topic].text}</small>
              </>
            }
          >
            {offered.map((option) => (
              <RadioCard
                key={option}
                name={topic}
                value={option}
                title={copy.channels[option]}
                checked={preferences.channels[topic] === option}
              />
            ))}
          </ChoiceGroup>
        ))}
        <p className="note">{copy.always}</p>
        <p className="note">{copy.documents}</p>
        <div className="actions mt-0">
          <Button name="intent" value="choose" busyLabel={copy.saveBusy}>
            {copy.save}
          </Button>
          <Button tone="quiet" name="intent" value="stop">
            {copy.stopAll}
          </Button>
        </div>
      </form>
      {children}
    </div>
  )
}
