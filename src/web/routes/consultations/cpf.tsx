import { orderOf, prefillOf } from './consult.server.ts'
import { consultMeta, consultScreen } from './consult-screen.tsx'

export const meta = consultMeta('cpf')
export const loader = prefillOf('cpf')
export const action = orderOf('cpf')
export default consultScreen('cpf')
