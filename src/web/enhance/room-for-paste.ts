/** Characters that may be pasted into a masked field; the mask limits what stays of them. */
const LONGEST_PASTED = 40

/**
 * Lets a masked field take a pasted text whole. The browser cuts it at `maxlength` before the mask sees it, and '+55 91 98888-7777' cut to
 * 15 characters is no longer that number.
 */
export function makeRoomForPaste(field: HTMLElement): void {
  if (field instanceof HTMLInputElement) field.maxLength = LONGEST_PASTED
}
