import { orderOf, prefillOf } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('bacen')
export const loader = prefillOf('bacen')
export const action = orderOf('bacen')
export default consultScreen('bacen')
