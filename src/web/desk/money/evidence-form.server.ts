import { textIn } from '../../forms/text-in.ts'

/** Reads the values of a posted form with EvidenceFields. */
export async function readEvidence(form: FormData) {
  const file = form.get('arquivo')
  const isSent = file instanceof File && (file.size > 0 || file.name !== '')
  return {
    day: textIn(form, 'dia'),
    channel: textIn(form, 'canal'),
    protocol: textIn(form, 'comprovante'),
    reason: textIn(form, 'motivo'),
    file: isSent ? { name: file.name, bytes: await file.bytes() } : undefined,
  }
}
