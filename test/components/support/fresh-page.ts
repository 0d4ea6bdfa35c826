import { afterEach, beforeEach } from 'vitest'
import { closePage } from './page.tsx'
import { closeServer, openServer } from './server.ts'

// Before each test of the project: a shop that answers nothing. After it: nothing of its page runs on.
beforeEach(openServer)
afterEach(() => {
  closePage()
  closeServer()
})
