import { vi } from 'vitest'

/** A file on its way, which the test answers. */
export interface Upload {
  /** Ends it; without a status as when the network is gone. */
  answer(status?: number, text?: string): void
}

/** Replaces `XMLHttpRequest`, with which files are sent, until `vi.unstubAllGlobals`. */
export function stubUploads(onSend: (upload: Upload) => void): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget implements Upload {
      upload = new EventTarget()
      status = 0
      responseText = ''
      open() {}
      setRequestHeader() {}
      send() {
        onSend(this)
      }
      abort() {
        this.answer()
      }
      answer(status = 0, text = '') {
        this.status = status
        this.responseText = text
        this.dispatchEvent(new Event('loadend'))
      }
    },
  )
}
