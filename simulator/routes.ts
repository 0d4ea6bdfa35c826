import type { Answer, Call } from './http.ts'
import { providerError } from './http.ts'

/** A method, a path whose groups become arguments, and what answers. */
export type Route = readonly [
  method: string,
  path: RegExp,
  answer: (call: Call, param: string) => Answer | Promise<Answer>,
]

/** Answers by the first route that fits; 405 where only the method differs, undefined where nothing fits. */
export function answerBy(routes: readonly Route[], call: Call): Answer | Promise<Answer> | undefined {
  let isKnown = false
  for (const [method, path, answer] of routes) {
    const found = path.exec(call.path)
    if (found === null) continue
    if (method === call.method) return answer(call, decode(found[1] ?? ''))
    isKnown = true
  }
  return isKnown ? providerError(405, []) : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
