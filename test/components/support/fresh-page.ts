import { afterEach, beforeEach } from 'vitest'
import { closePage } from './page.tsx'
import { closeServer, openServer } from './server.ts'

// Before each test: a server that answers nothing. After each test: nothing of the page keeps running.
beforeEach(openServer)
afterEach(() => {
  closePage()
  closeServer()
})
