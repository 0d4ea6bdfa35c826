import { orderOf, prefillOf } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('complete')
export const loader = prefillOf('complete')
export const action = orderOf('complete')
export default consultScreen('complete')
