import { isVisible } from './is-visible.ts'

/**
 * Enables buttons with `data-speak="id"`: such a button reads that element aloud, and stops reading, if the device itself has a
 * Portuguese voice. Nothing else plays at the same time: neither another sentence nor a recording.
 */
export function readAloud(): void {
  document.addEventListener('play', ({ target }) => silence(target), true)
  if (!('speechSynthesis' in window)) return
  const show = () => {
    const isSilent = voiceFor(speechSynthesis.getVoices()) === undefined
    for (const button of buttons()) button.hidden = isSilent
  }
  show()
  // Some browsers load their voices only a moment later.
  speechSynthesis.addEventListener('voiceschanged', show)
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-speak]')
    if (!button) return
    const wasSpeaking = button === speaking
    silence()
    if (!wasSpeaking) speak(button)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') silence()
  })
  // Text that is collapsed, or whose page is left, is no longer read.
  document.addEventListener('toggle', () => void (isVisible(speaking) || silence()), true)
  window.addEventListener('pagehide', () => silence())
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>

/**
 * Returns a Portuguese voice of the device, preferably Brazilian; undefined without one. A voice on a server would receive the
 * text that a person is about to sign.
 */
export function voiceFor<V extends Voice>(voices: readonly V[]): V | undefined {
  const own = voices.filter(({ lang, localService }) => localService && /^pt\b/i.test(languageOf(lang)))
  return own.find(({ lang }) => /^pt-br$/i.test(languageOf(lang))) ?? own[0]
}

/** Android writes 'pt_BR'. */
function languageOf(lang: string): string {
  return lang.replace('_', '-')
}

let speaking: HTMLElement | undefined

function speak(button: HTMLElement): void {
  const text = document.getElementById(button.dataset.speak ?? '')?.textContent ?? ''
  const utterance = new SpeechSynthesisUtterance(text)
  const voice = voiceFor(speechSynthesis.getVoices())
  if (voice) utterance.voice = voice
  utterance.lang = 'pt-BR'
  const end = () => {
    if (button === speaking) mark(undefined)
  }
  utterance.addEventListener('end', end)
  utterance.addEventListener('error', end)
  mark(button)
  speechSynthesis.speak(utterance)
}

/** Stops all playback, except a recording that is starting. */
function silence(begun?: EventTarget | null): void {
  for (const recording of document.querySelectorAll('audio')) if (recording !== begun) recording.pause()
  if (!speaking) return
  mark(undefined)
  speechSynthesis.cancel()
}

/** Sets the labels of the buttons: to listen, or to stop. */
function mark(button: HTMLElement | undefined): void {
  speaking = button
  for (const each of buttons()) {
    for (const label of each.querySelectorAll<HTMLElement>('[data-when]'))
      label.hidden = (label.dataset.when === 'speaking') !== (each === button)
  }
}

function buttons(): NodeListOf<HTMLElement> {
  return document.querySelectorAll('[data-speak]')
}
