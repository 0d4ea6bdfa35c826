import { consultAction, consultLoader } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('cpf')
export const loader = consultLoader('cpf')
export const action = consultAction('cpf')
export default consultScreen('cpf')
