/**
 * Calls back whenever the window has the focus again that it had lost.
 *
 * @returns ends it
 */
export function onReturn(back: () => void): () => void {
  let isAway = false
  const leave = () => {
    isAway = true
  }
  const comeBack = () => {
    if (!isAway) return
    isAway = false
    back()
  }
  window.addEventListener('blur', leave)
  window.addEventListener('focus', comeBack)
  return () => {
    window.removeEventListener('blur', leave)
    window.removeEventListener('focus', comeBack)
  }
}
