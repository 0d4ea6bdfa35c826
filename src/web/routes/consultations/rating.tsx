import { consultAction, consultLoader } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('rating')
export const loader = consultLoader('rating')
export const action = consultAction('rating')
export default consultScreen('rating')
