import { orderOf, prefillOf } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('rating')
export const loader = prefillOf('rating')
export const action = orderOf('rating')
export default consultScreen('rating')
