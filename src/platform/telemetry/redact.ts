/**
 * Covers what must not be kept in a log, in any text. It errs on the side of covering: a masked order number is
 * a nuisance, a readable CPF is an incident.
 */
export function redact(text: string): string {
  return rules.reduce((covered, [pattern, instead]) => covered.replace(pattern, instead), text)
}

const rules: [RegExp, string][] = [
  // "senha":"…", token=…, Authorization: Bearer …: the value of a telling name.
  [
    /(["']?(?:senha|password|newPassword|currentPassword|confirm\w*|token|secret|authorization|cookie|set-cookie|qr_?code|codigo|api_?key|access_?token|x-signature)["']?\s*[:=]\s*["']?)(?:Bearer\s+)?[^"'\s,&;}\]]+/gi,
    '$1[oculto]',
  ],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [oculto]'],
  [/\b000201\w[\w .:/@+*-]{40,}6304[0-9A-F]{4}/g, '[pix]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, '[cpf]'],
  [/\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/g, '[cnpj]'],
  [/\(\d{2}\)\s?\d{4,5}-\d{4}\b/g, '[telefone]'],
  [/(?<![\w.:-])\+?55\d{10,11}(?![\w-])/g, '[telefone]'],
  [/(?<![\w.:-])\d{11}(?![\w.:-])/g, '[cpf]'],
  [/(?<![\w.:-])\d{14}(?![\w.:-])/g, '[cnpj]'],
]
