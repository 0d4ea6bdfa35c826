import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../src/core/json.ts'
import { everyMessage } from '../../support/every-message.ts'

/** Maximum number of messages of a kind that are written in full; the digest covers all of them. */
const SHOWN = 4

test('unedited messages stay unchanged, byte for byte', async () => {
  const kinds = Object.entries(everyMessage).map(([kind, all]) => {
    const digest = createHash('sha256').update(canonicalJson(all)).digest('hex')
    const shown = all.slice(0, SHOWN).map(({ subject, text, content }) => {
      return [`Assunto: ${subject}`, `Prévia: ${content.preheader}`, text].join('\n\n')
    })
    return [`=== ${kind} (${all.length}, ${digest})`, shown.join('\n\n---\n\n')].join('\n\n')
  })
  await expect(`${kinds.join('\n\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'release-messages.txt'),
  )
})
