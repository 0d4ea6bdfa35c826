/** Checks for a safe method, by which a request sends no form and changes nothing. */
export function hasSafeMethod({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
