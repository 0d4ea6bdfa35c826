/** Minimal valid files; `note` makes their content differ. */

export function pdf(note = 'a note'): Buffer {
  return Buffer.from(
    `%PDF-1.4\n% ${note}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )
}

export function jpeg(note = 'a note'): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe]), Buffer.from(note), Buffer.from([0xff, 0xd9])])
}

export function png(note = 'a note'): Buffer {
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(note)])
}

export function html(): Buffer {
  return Buffer.from('<!doctype html><script>alert(1)</script>')
}
