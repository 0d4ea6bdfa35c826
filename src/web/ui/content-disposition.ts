import { foldToAscii } from '../../core/text.ts'

/** Returns the header value by RFC 6266: an ASCII file name as fallback, and the full name encoded by RFC 5987. */
export function contentDisposition(how: 'attachment' | 'inline', name: string): string {
  const plain = foldToAscii(name).replace(/["\\%;]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}
