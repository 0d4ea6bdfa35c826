/** Reads the values of a posted form with EvidenceFields. */
export async function readEvidence(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const file = form.get('arquivo')
  const isSent = file instanceof File && (file.size > 0 || file.name !== '')
  return {
    day: text('dia'),
    channel: text('canal'),
    protocol: text('comprovante'),
    reason: text('motivo'),
    file: isSent ? { name: file.name, bytes: await file.bytes() } : undefined,
  }
}
