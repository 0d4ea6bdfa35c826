import { consultAction, consultLoader } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('bacen')
export const loader = consultLoader('bacen')
export const action = consultAction('bacen')
export default consultScreen('bacen')
