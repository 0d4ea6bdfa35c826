import { consultAction, consultLoader } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('complete')
export const loader = consultLoader('complete')
export const action = consultAction('complete')
export default consultScreen('complete')
