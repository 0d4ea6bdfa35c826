/**
 * Calls a function whenever the window regains the focus.
 *
 * @returns a function that stops this
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
